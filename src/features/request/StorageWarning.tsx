import { useStorageQuota } from '../../stores/storage-quota.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Warns while the browser rejects writes to the device's storage. */
export function StorageWarning() {
  const isWritable = useStorageQuota((state) => state.isWritable);
  if (isWritable) return null;
  return (
    <Notice tone="warn" role="status" title="We can't save your request on this device">
      Your device's storage is full or blocked for this site. Keep this page open until your request is sent,
      or continue on another device.
    </Notice>
  );
}
