import { useEffect, useState } from 'react';

const FEEDBACK_MS = 2000;

/** Copies text to the clipboard. The outcome is there for a moment, with a sentence for screen readers. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = (value: string) =>
    navigator.clipboard.writeText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  const message = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? "Couldn't copy" : '';
  return { isCopied: outcome === 'copied', message, copy };
}
