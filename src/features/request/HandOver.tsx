import { useState } from 'react';
import type { Draft } from '../../domain/draft.ts';
import { deferred } from '../../ui/deferred.ts';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { TextButton } from '../../ui/TextLink.tsx';

const HandOverPanel = deferred(() => import('./HandOverPanel.tsx').then((file) => file.HandOverPanel));

type Props = {
  draft: Pick<Draft, 'fields' | 'guest'>;
  /** Tells several of these buttons apart. */
  name?: string;
};

/** Takes a draft to another device, without an account and without a server. */
export function HandOver({ draft, name }: Props) {
  const [isOpen, setOpen] = useState(false);
  const words = 'Continue on another device';
  return (
    <>
      <TextButton
        onClick={() => setOpen(true)}
        {...(name === undefined ? {} : { 'aria-label': `${words}: ${name}` })}
      >
        {words}
      </TextButton>
      <ResponsiveModal isOpen={isOpen} title={words} onClose={() => setOpen(false)}>
        <HandOverPanel draft={draft} />
      </ResponsiveModal>
    </>
  );
}
