import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AuthMode, useDialogs } from '../../stores/dialogs.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './AuthDialog.module.css';
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
      <div className={classes.switches}>
        {shown !== 'login' && (
          <p className={classes.switch}>
            {shown === 'register' ? 'Already have an account?' : 'Remembered your password?'}
            <Button variant="default" size="sm" onClick={() => openAuth('login')}>
              Login
            </Button>
          </p>
        )}
        {shown !== 'register' && (
          <p className={classes.switch}>
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
