import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { preloadDialog, ResponsiveModal } from '../../src/ui/ResponsiveModal.tsx';
import { renderPages } from '../support/render.tsx';

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <ResponsiveModal isOpen={isOpen} onClose={() => setIsOpen(false)} title="Contact">
        Form
      </ResponsiveModal>
    </>
  );
}

test('The first dialog of a page renders after the press that opens it, though its file was preloaded', async () => {
  await renderPages({ '/': () => <Opener /> });
  await preloadDialog();
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('dialog', { name: 'Contact' })).toBeVisible();
});
