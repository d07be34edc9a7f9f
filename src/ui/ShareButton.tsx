import { Button } from '@mantine/core';
import { Icon } from './Icon.tsx';
import { useCopy } from './use-copy.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

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
      <VisuallyHidden>
        <span role="status">{message}</span>
      </VisuallyHidden>
    </>
  );
}
