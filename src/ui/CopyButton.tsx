import { useEffect, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const FEEDBACK_MS = 2000;

type CopyButtonProps = {
  value: string;
  /** Names the copied value in the button's label, for example "tracking number". */
  valueName: string;
};

/** Copies a value to the clipboard and confirms it with an icon and to screen readers. */
export function CopyButton({ value, valueName }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );

  return (
    <>
      <IconButton
        icon={outcome === 'copied' ? 'check' : 'copy'}
        iconSize={20}
        label={`Copy ${valueName}`}
        onClick={copy}
      />
      <VisuallyHidden>
        <span role="status">
          {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? "Couldn't copy" : ''}
        </span>
      </VisuallyHidden>
    </>
  );
}
