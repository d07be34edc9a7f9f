import { Button } from '@mantine/core';
import { Icon } from '../ui/Icon.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

/** Shares the tracking link through the device's share sheet, or copies it on devices that have none. (TRK-11) */
export function ShareTracking({ guid }: { guid: string }) {
  const { isCopied, message, copy } = useCopy();
  const share = () => {
    const url = `${location.origin}/tracking?guid=${encodeURIComponent(guid)}`;
    if (!('share' in navigator)) return copy(url);
    // The promise rejects when the person closes the share sheet, which needs no message.
    return navigator.share({ title: 'Track this package', url }).catch(() => undefined);
  };
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<Icon name={isCopied ? 'check' : 'share'} />}
        onClick={share}
      >
        {isCopied ? 'Link copied' : 'Share tracking'}
      </Button>
      <VisuallyHidden>
        <span role="status">{message}</span>
      </VisuallyHidden>
    </>
  );
}
