import { useState } from 'react';
import type { DialogProps } from './Dialog.tsx';
import { lazyComponent, loadAhead } from './lazy-component.ts';

const loadDialog = () => import('./Dialog.tsx').then((file) => file.Dialog);
const Dialog = lazyComponent(loadDialog);

/** Preloads the code of dialogs. If that fails, opening a dialog tries again. */
export async function preloadDialog(): Promise<void> {
  await loadAhead(loadDialog).catch((error: unknown) =>
    console.info('A part of the page could not be loaded', error),
  );
}

/** A dialog whose code is loaded when a dialog is opened for the first time. */
export function ResponsiveModal(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <Dialog {...props} />;
}
