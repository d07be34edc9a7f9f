import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon, IconButton } from './Icon.tsx';

type CopyButtonProps = {
  value: string;
  /** Names the copied value in the button's label, for example "tracking number". */
  valueName: string;
};

export function CopyButton({ value, valueName }: CopyButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        iconSize={20}
        label={`Copy ${valueName}`}
        onClick={() => copy(value)}
      />
      <CopyOutcome isCopied={isCopied} />
    </>
  );
}

const FEEDBACK_MS = 2000;

/** Copies text to the clipboard. The success is confirmed for a moment; a failure stays. */
function useCopy() {
  const [isCopied, setIsCopied] = useState<boolean>();

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(undefined), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (value: string) => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      // The user has refused it, or the page has no clipboard because it has no TLS.
      setIsCopied(false);
    }
  };
  return { isCopied, copy };
}

/** An icon shows that the text was copied; a failure is shown as text. */
function CopyOutcome({ isCopied }: { isCopied: boolean | undefined }) {
  return (
    <span className={isCopied === false ? 'text-sm text-muted' : 'sr-only'} role="status">
      {isCopied ? 'Copied' : isCopied === false && "Couldn't copy"}
    </span>
  );
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
  const { isCopied, copy } = useCopy();
  const share = () => {
    const data = content();
    const text = data.url ?? data.text ?? data.title;
    if (!('share' in navigator)) return copy(text);
    // The promise also rejects when the user closes the share sheet, which needs no message.
    return navigator.share(data).catch((error) => (error.name === 'AbortError' ? undefined : copy(text)));
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
      <CopyOutcome isCopied={isCopied} />
    </>
  );
}
