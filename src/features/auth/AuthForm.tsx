import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { DEMO_ACCOUNT } from '../../contract/constants.ts';
import { useApp } from '../../stores/app.ts';
import type { AuthMode } from '../../stores/dialogs.ts';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { AuthFields } from './AuthFields.tsx';
import classes from './AuthForm.module.css';
import { type AuthView, fieldsOfView } from './auth-fields.ts';
import { useAuth } from './use-auth.ts';

type AuthFormProps = {
  mode: AuthMode;
  onModeChange: (mode: AuthMode) => void;
  onLoggedIn: () => void;
};

const SUBMIT_BUTTONS: Record<AuthView, { label: string; offlineReason: string }> = {
  login: { label: 'Login', offlineReason: 'You are offline. Logging in needs a connection.' },
  register: { label: 'Register', offlineReason: 'You are offline. Registering needs a connection.' },
  resetEmail: { label: 'Send Code', offlineReason: 'You are offline. Sending a code needs a connection.' },
  resetCode: {
    label: 'Reset Password',
    offlineReason: 'You are offline. Resetting a password needs a connection.',
  },
};

/** The form of the dialog and of the pages, for login, registration and both steps of a password reset. */
export function AuthForm({ mode, onModeChange, onLoggedIn }: AuthFormProps) {
  const auth = useAuth({ mode, onModeChange, onLoggedIn });
  const { view, form, isBusy } = auth;
  const isDemo = useApp(({ config }) => config.demo);

  const shownView = useRef(view);
  useEffect(() => {
    if (shownView.current === view) return;
    shownView.current = view;
    const fields = fieldsOfView(view);
    const next = fields.find((field) => form.getValues()[field] === '') ?? fields[0];
    if (next !== undefined) form.getInputNode(next)?.focus();
  });

  return (
    // A POST form that is submitted before hydration is held back: a GET form would put the password into the URL.
    <form method="post" className="stack gap-4" onSubmit={auth.onSubmit} noValidate aria-busy={isBusy}>
      {auth.banner !== undefined && (
        <Notice tone="error" role="alert">
          {auth.banner}
        </Notice>
      )}
      {view === 'resetEmail' && (
        <p className="text-soft">Enter your email. We will send you a code to choose a new password.</p>
      )}
      {view === 'resetCode' && (
        <div className={'stack justify-items-start'}>
          <TextInput
            className="w-full"
            label="Email"
            description="The code was sent to this address."
            type="email"
            autoComplete="username"
            readOnly
            value={form.values.email}
          />
          <TextButton onClick={auth.changeEmail}>Use another email</TextButton>
        </div>
      )}
      <AuthFields view={view} form={form} isBusy={isBusy} />
      {view === 'login' && (
        <div className={`flex flex-wrap justify-between gap-x-4 ${classes.aside}`}>
          <TextButton onClick={() => onModeChange('resetPassword')}>Forgot password?</TextButton>
          {isDemo && <TextButton onClick={() => auth.fill(DEMO_ACCOUNT)}>Use the demo account</TextButton>}
        </div>
      )}
      <OnlineButton
        type="submit"
        fullWidth
        loading={isBusy}
        reason={SUBMIT_BUTTONS[view].offlineReason}
        onCancel={auth.cancel}
      >
        {SUBMIT_BUTTONS[view].label}
      </OnlineButton>
    </form>
  );
}
