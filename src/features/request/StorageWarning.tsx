import { useStorageQuota } from '../../stores/storage-quota.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Says so while this device refuses what is typed. */
export function StorageWarning() {
  const isWritable = useStorageQuota((state) => state.isWritable);
  if (isWritable) return null;
  return (
    <Notice tone="warn" role="status" title="This device does not keep what you type">
      Its storage is full, or closed to this site. Leave this page open until your request is sent, or take it
      to another device.
    </Notice>
  );
}
