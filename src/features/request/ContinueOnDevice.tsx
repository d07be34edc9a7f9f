import { useState } from 'react';
import type { Draft } from '../../domain/draft.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { TextButton } from '../../ui/TextLink.tsx';

const ContinueOnDevicePanel = lazyComponent(() =>
  import('./ContinueOnDevicePanel.tsx').then((file) => file.ContinueOnDevicePanel),
);

type ContinueOnDeviceProps = {
  draft: Pick<Draft, 'fields' | 'guest'>;
  /** Tells several of these buttons apart. */
  draftName?: string;
};

/** Takes a draft to another device, without an account and without a server. */
export function ContinueOnDevice({ draft, draftName }: ContinueOnDeviceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const label = 'Continue on another device';
  return (
    <>
      <TextButton
        onClick={() => setIsOpen(true)}
        {...(draftName === undefined ? {} : { 'aria-label': `${label}: ${draftName}` })}
      >
        {label}
      </TextButton>
      <ResponsiveModal isOpen={isOpen} title={label} onClose={() => setIsOpen(false)}>
        <ContinueOnDevicePanel draft={draft} />
      </ResponsiveModal>
    </>
  );
}
