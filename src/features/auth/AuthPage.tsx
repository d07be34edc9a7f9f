import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuthMode } from '../../stores/dialogs.ts';
import { useUser } from '../../stores/user.ts';
import { TextButton, TextLink } from '../../ui/Links.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AuthForm } from './AuthForm.tsx';
import classes from './AuthPage.module.css';

type AuthPageText = { title: string; subtitle: string };

const RESET_TEXT: AuthPageText = {
  title: 'Reset Password',
  subtitle: 'Choose a new password with a code from your email',
};

type AuthPageProps = AuthPageText & { mode: 'login' | 'register' };

export function LoginPage() {
  return <AuthPage mode="login" title="Login" subtitle="Login to your account and start ordering" />;
}

export function RegisterPage() {
  return <AuthPage mode="register" title="Register" subtitle="Create an account and start ordering" />;
}

/** The form as a page for guests. A customer who is logged in is redirected to the home page. */
function AuthPage({ mode, ...page }: AuthPageProps) {
  const isLoggedIn = useUser(({ user }) => user !== null);
  const [isResetting, setIsResetting] = useState(false);
  if (isLoggedIn) return <Navigate to="/" replace />;

  const shown: AuthMode = isResetting ? 'resetPassword' : mode;
  const { title, subtitle } = isResetting ? RESET_TEXT : page;
  return (
    <div className={`stack justify-items-center gap-5 w-full mx-auto ${classes.page}`}>
      <header className="stack gap-2 text-center">
        <PageHeading step={shown}>{title}</PageHeading>
        <p className={classes.subtitle}>{subtitle}</p>
      </header>
      <div className={`card w-full p-5 ${classes.card}`}>
        <AuthForm
          mode={shown}
          onModeChange={(next) => setIsResetting(next === 'resetPassword')}
          // The redirect above runs as soon as the user is logged in.
          onLoggedIn={() => undefined}
        />
      </div>
      {shown === 'login' && <TextLink to="/auth/register">Don't have an account? Register</TextLink>}
      {shown === 'register' && <TextLink to="/auth/login">Already have an account? Login</TextLink>}
      {shown === 'resetPassword' && (
        <TextButton onClick={() => setIsResetting(false)}>Back to Login</TextButton>
      )}
    </div>
  );
}
