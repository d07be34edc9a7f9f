import { Notice } from '../../ui/Notice.tsx';
import { TextButton } from '../../ui/TextLink.tsx';

/** Tells that the wizard continues a request that was started before. */
export function RestoredNotice({ onStartAgain }: { onStartAgain: () => void }) {
  return (
    <Notice
      tone="plain"
      role="status"
      title="Draft restored."
      action={<TextButton onClick={onStartAgain}>Start again</TextButton>}
    />
  );
}
