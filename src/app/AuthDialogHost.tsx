import { useState } from 'react';
import { useDialogs } from '../stores/dialogs.ts';
import { lazyComponent } from '../ui/lazy-component.ts';

const AuthDialog = lazyComponent(() =>
  import('../features/auth/AuthDialog.tsx').then((file) => file.AuthDialog),
);

/** Renders the auth dialog for every screen. Its code loads when it is opened for the first time. */
export function AuthDialogHost() {
  const isOpen = useDialogs(({ authMode }) => authMode !== null);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <AuthDialog />;
}
