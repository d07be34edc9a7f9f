import { formatCount } from '../../domain/format.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';

export function ParkedNotice({ requests, drafts }: { requests: number; drafts: number }) {
  const openAuth = useDialogs((state) => state.openAuth);
  const parts = [
    ...(requests > 0 ? [formatCount(requests, 'request')] : []),
    ...(drafts > 0 ? [formatCount(drafts, 'draft')] : []),
  ];
  const verb = requests + drafts === 1 ? 'waits' : 'wait';
  return (
    <Notice
      tone="warn"
      role="status"
      title={`${parts.join(' and ')} ${verb} for your login`}
      action={<SmallButton onClick={() => openAuth('login')}>Log in</SmallButton>}
    >
      Saved on this device. If you no longer need this, remove it in Account.
    </Notice>
  );
}
