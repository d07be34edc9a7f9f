import { type AuthMode, useDialogs } from '../../stores/dialogs.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { WhileOpen } from '../../ui/WhileOpen.tsx';
import { AuthForm } from './AuthForm.tsx';

const TITLES: Record<AuthMode, string> = {
  login: 'Login to Your Account',
  register: 'Create an Account',
  resetPassword: 'Reset Password',
};

/** The login dialog, which any screen can open. It keeps the screen below it, so that no input is lost. */
export function AuthDialog() {
  const { authMode, openAuth, closeAuth } = useDialogs();
  const mode = authMode ?? 'login';
  return (
    <Dialog title={TITLES[mode]} isOpen={authMode !== null} onClose={closeAuth}>
      <WhileOpen isOpen={authMode !== null}>
        <AuthForm mode={mode} onModeChange={openAuth} onLoggedIn={closeAuth} />
        <div className="stack gap-3 mt-5 border-t pt-4">
          {mode !== 'login' && (
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-soft">
              {mode === 'register' ? 'Already have an account?' : 'Remembered your password?'}
              <SmallButton onClick={() => openAuth('login')}>Login</SmallButton>
            </p>
          )}
          {mode !== 'register' && (
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-soft">
              Don't have an account?
              <SmallButton onClick={() => openAuth('register')}>Register</SmallButton>
            </p>
          )}
        </div>
      </WhileOpen>
    </Dialog>
  );
}
