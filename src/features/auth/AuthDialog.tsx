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

/** The way in from any screen: it closes where it was opened, so that nothing a person was doing is lost. */
export function AuthDialog() {
  const { authMode, openAuth, closeAuth } = useDialogs();
  // While the dialog slides away it still shows what it showed.
  const [shown, setShown] = useState<AuthMode>(authMode ?? 'login');
  if (authMode !== null && authMode !== shown) setShown(authMode);
  return (
    <Dialog title={TITLES[shown]} isOpen={authMode !== null} onClose={closeAuth}>
      <AuthForm mode={shown} onModeChange={openAuth} onSignedIn={closeAuth} />
      <div className={classes.others}>
        {shown !== 'login' && (
          <p className={classes.other}>
            {shown === 'register' ? 'Already have an account?' : 'Remembered it?'}
            <Button variant="default" size="sm" onClick={() => openAuth('login')}>
              Login
            </Button>
          </p>
        )}
        {shown !== 'register' && (
          <p className={classes.other}>
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
