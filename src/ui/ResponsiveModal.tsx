import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './Dialog.tsx';

const Dialog = lazy(() => import('./Dialog.tsx').then((file) => ({ default: file.Dialog })));

/** A dialog whose code is fetched when one is opened for the first time. */
export function ResponsiveModal(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
