import { useState } from 'react';
import type { DialogProps } from './Dialog.tsx';
import { deferred } from './deferred.ts';

const Dialog = deferred(() => import('./Dialog.tsx').then((file) => file.Dialog));

/** A dialog whose code is fetched when one is opened for the first time. */
export function ResponsiveModal(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <Dialog {...props} />;
}
