import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon, IconButton } from './Icon.tsx';

type CopyButtonProps = {
  value: string;
  /** Names the copied value in the button's label, for example "tracking number". */
  valueName: string;
};

export function CopyButton({ value, valueName }: CopyButtonProps) {
  const clipboard = useClipboard();
  return (
    <>
      <IconButton
        icon={clipboard.copied ? 'check' : 'copy'}
        iconSize={20}
        label={`Copy ${valueName}`}
        onClick={() => clipboard.copy(value)}
      />
      <CopyOutcome {...clipboard} />
    </>
  );
}

/**
 * For a moment an icon shows that the text was copied. A failure stays and is shown as text: the user has refused it, or
 * the page has no clipboard because it has no TLS.
 */
function CopyOutcome({ copied, error }: { copied: boolean; error: Error | null }) {
  return (
    <span className={error ? 'text-sm text-muted' : 'sr-only'} role="status">
      {error ? "Couldn't copy" : copied && 'Copied'}
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
  const clipboard = useClipboard();
  const share = () => {
    const data = content();
    const text = data.url ?? data.text ?? data.title;
    if (!('share' in navigator)) return clipboard.copy(text);
    // The promise also rejects when the user closes the share sheet, which needs no message.
    return navigator.share(data).catch((failure) => failure.name === 'AbortError' || clipboard.copy(text));
  };
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<Icon name={clipboard.copied ? 'check' : 'share'} />}
        onClick={share}
      >
        {clipboard.copied ? copiedLabel : label}
      </Button>
      <CopyOutcome {...clipboard} />
    </>
  );
}
