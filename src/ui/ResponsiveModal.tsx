import { useState } from 'react';
import type { DialogProps } from './Dialog.tsx';
import { lazyCode, lazyComponent } from './lazy-component.ts';

const loadDialog = () => import('./Dialog.tsx').then((file) => file.Dialog);
const Dialog = lazyComponent(loadDialog);

/**
 * Preloads the file of dialogs. If that fails, opening a dialog tries again. The first dialog still renders after the
 * press that opens it has been painted, because rendering it takes most of the time.
 */
export const { preload: preloadDialog } = lazyCode(loadDialog);

/** A dialog whose code is loaded when a dialog is opened for the first time. */
export function ResponsiveModal(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <Dialog {...props} />;
}
