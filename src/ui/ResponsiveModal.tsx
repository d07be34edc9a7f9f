import { useState } from 'react';
import type { DialogProps } from './Dialog.tsx';
import { lazyComponent } from './lazy-component.ts';

const Dialog = lazyComponent(() => import('./Dialog.tsx').then((file) => file.Dialog));

/** Preloads the code of dialogs. If that fails, opening a dialog tries again. */
export const { preload: preloadDialog } = Dialog;

/** A dialog whose code is loaded when a dialog is opened for the first time. */
export function ResponsiveModal(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <Dialog {...props} />;
}
