import { useEffect, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const FEEDBACK_MS = 2000;

type CopyButtonProps = {
  value: string;
  /** What is copied: "tracking number". */
  what: string;
};

/** Copies a value and says so, to the eye and to a screen reader. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );

  return (
    <>
      <IconButton
        icon={outcome === 'copied' ? 'check' : 'copy'}
        iconSize={20}
        label={`Copy ${what}`}
        onClick={copy}
      />
      <VisuallyHidden>
        <span role="status">
          {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Could not copy' : ''}
        </span>
      </VisuallyHidden>
    </>
  );
}
