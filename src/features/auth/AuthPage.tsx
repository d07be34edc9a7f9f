import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuthMode } from '../../stores/dialogs.ts';
import { useUser } from '../../stores/user.ts';
import { Card } from '../../ui/Card.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextButton, TextLink } from '../../ui/TextLink.tsx';
import { AuthForm } from './AuthForm.tsx';
import classes from './AuthPage.module.css';

type AuthPageText = { title: string; subtitle: string };

const RESET_TEXT: AuthPageText = {
  title: 'Reset Password',
  subtitle: 'Choose a new password with a code from your email',
};

type AuthPageProps = AuthPageText & { mode: 'login' | 'register' };

/** The same form as a page of its own, for visitors; whoever is signed in goes home. */
export function AuthPage({ mode, ...page }: AuthPageProps) {
  const isSignedIn = useUser(({ user }) => user !== null);
  const [isResetting, setIsResetting] = useState(false);
  if (isSignedIn) return <Navigate to="/" replace />;

  const shown: AuthMode = isResetting ? 'resetPassword' : mode;
  const { title, subtitle } = isResetting ? RESET_TEXT : page;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading step={shown}>{title}</PageHeading>
        <p className={classes.subtitle}>{subtitle}</p>
      </header>
      <Card className={classes.card ?? ''}>
        <AuthForm
          mode={shown}
          onModeChange={(next) => setIsResetting(next === 'resetPassword')}
          // Being signed in is what sends this page home.
          onSignedIn={() => undefined}
        />
      </Card>
      {shown === 'login' && <TextLink to="/auth/register">Don't have an account? Register</TextLink>}
      {shown === 'register' && <TextLink to="/auth/login">Already have an account? Login</TextLink>}
      {shown === 'resetPassword' && (
        <TextButton onClick={() => setIsResetting(false)}>Back to Login</TextButton>
      )}
    </div>
  );
}
