import { IconButton } from './IconButton.tsx';
import { useCopy } from './use-copy.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

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
      <VisuallyHidden>
        <span role="status">{message}</span>
      </VisuallyHidden>
    </>
  );
}
