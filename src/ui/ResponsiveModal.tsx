import { lazy, type ReactNode, Suspense, useState } from 'react';

const ModalFrame = lazy(() => import('./ModalFrame.tsx'));

export type ResponsiveModalProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** `form` is a sheet on a phone, `full` the whole screen (maps); both are centred boxes from 768 on. */
  size?: 'form' | 'full';
  /** The name of its close button. */
  closeLabel?: string;
  /** While something is under way that must not be left by accident. */
  isLocked?: boolean;
};

/** A dialog whose code is fetched when one is opened for the first time. */
export function ResponsiveModal(props: ResponsiveModalProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ModalFrame {...props} />
    </Suspense>
  );
}
