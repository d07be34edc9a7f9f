import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon, IconButton } from './Icon.tsx';

type CopyButtonProps = {
  value: string;
  /** Names the copied value in the button's label, for example "tracking number". */
  valueName: string;
};

/** Copies a value to the clipboard and confirms it with an icon and to screen readers. */
export function CopyButton({ value, valueName }: CopyButtonProps) {
  const { isCopied, message, copy } = useCopy();
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        iconSize={20}
        label={`Copy ${valueName}`}
        onClick={() => copy(value)}
      />
      <span className="sr-only" role="status">
        {message}
      </span>
    </>
  );
}

const FEEDBACK_MS = 2000;

/** Copies text to the clipboard. The outcome is there for a moment, with a sentence for screen readers. */
function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (value: string) => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      // The user has refused it, or the page has no clipboard because it has no TLS.
      setOutcome('failed');
    }
  };
  const message = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? "Couldn't copy" : '';
  return { isCopied: outcome === 'copied', message, copy };
}

type ShareButtonProps = {
  label: string;
  size?: 'sm' | 'md' | undefined;
  /** What the button says after it has copied, on devices without a share sheet. */
  copiedLabel: string;
  /** Called when the button is pressed, because an address needs the browser's location. */
  content: () => { title: string; url?: string; text?: string };
};

/** Opens the share sheet of the device, or copies the address or the text on devices that have none. */
export function ShareButton({ label, size = 'sm', copiedLabel, content }: ShareButtonProps) {
  const { isCopied, message, copy } = useCopy();
  const share = () => {
    const data = content();
    if (!('share' in navigator)) return copy(data.url ?? data.text ?? data.title);
    // The promise rejects when the user closes the share sheet, which needs no message.
    return navigator.share(data).catch(() => undefined);
  };
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<Icon name={isCopied ? 'check' : 'share'} />}
        onClick={share}
      >
        {isCopied ? copiedLabel : label}
      </Button>
      <span className="sr-only" role="status">
        {message}
      </span>
    </>
  );
}
