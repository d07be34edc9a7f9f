import { useState } from 'react';
import type { Draft } from '../../domain/draft.ts';
import { TextButton } from '../../ui/Links.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';

const ContinueOnDevicePanel = lazyComponent(() =>
  import('./ContinueOnDevicePanel.tsx').then((module) => module.ContinueOnDevicePanel),
);

type ContinueOnDeviceProps = {
  draft: Pick<Draft, 'fields' | 'guest'>;
  /** Distinguishes the buttons of several drafts for screen readers. */
  draftName?: string;
};

/** A button that opens a dialog with a transfer link, which needs neither an account nor a server. */
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
