import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AuthMode, useDialogs } from '../../stores/dialogs.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { AuthForm } from './AuthForm.tsx';

const TITLES: Record<AuthMode, string> = {
  login: 'Login to Your Account',
  register: 'Create an Account',
  resetPassword: 'Reset Password',
};

/** The login dialog, which any screen can open. It keeps the screen below it, so that no input is lost. */
export function AuthDialog() {
  const { authMode, openAuth, closeAuth } = useDialogs();
  // The form stays while the closing animation of the dialog runs.
  const [shown, setShown] = useState<AuthMode>(authMode ?? 'login');
  if (authMode !== null && authMode !== shown) setShown(authMode);
  return (
    <Dialog title={TITLES[shown]} isOpen={authMode !== null} onClose={closeAuth}>
      <AuthForm mode={shown} onModeChange={openAuth} onLoggedIn={closeAuth} />
      <div className={`stack gap-3 mt-5 border-t pt-4`}>
        {shown !== 'login' && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-soft">
            {shown === 'register' ? 'Already have an account?' : 'Remembered your password?'}
            <Button variant="default" size="sm" onClick={() => openAuth('login')}>
              Login
            </Button>
          </p>
        )}
        {shown !== 'register' && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-soft">
            Don't have an account?
            <Button variant="default" size="sm" onClick={() => openAuth('register')}>
              Register
            </Button>
          </p>
        )}
      </div>
    </Dialog>
  );
}
