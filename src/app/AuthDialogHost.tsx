import { lazy, Suspense, useState } from 'react';
import { useDialogs } from '../stores/dialogs.ts';

const AuthDialog = lazy(() =>
  import('../features/auth/AuthDialog.tsx').then((file) => ({ default: file.AuthDialog })),
);

/** Holds the auth dialog for every screen; its code comes when it is opened for the first time. */
export function AuthDialogHost() {
  const isOpen = useDialogs(({ authMode }) => authMode !== null);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <AuthDialog />
      </Suspense>
    )
  );
}
