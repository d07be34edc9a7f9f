import { TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { DEMO_ACCOUNT } from '../../contract/constants.ts';
import { useApp } from '../../stores/app.ts';
import { TextButton } from '../../ui/Links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { NewPasswordField, PasswordField } from '../../ui/PasswordField.tsx';
import { warnOfPassword } from '../../use-cases/session/common-password.ts';
import type { AuthView } from '../../use-cases/session/log-in.ts';
import classes from './AuthForm.module.css';
import {
  type AuthField,
  type AuthOptions,
  type AuthValues,
  fieldsOfView,
  PASSWORDS_DIFFER,
  useAuth,
} from './use-auth.ts';

const SUBMIT_BUTTONS: Record<AuthView, { label: string; offlineReason: string }> = {
  login: { label: 'Login', offlineReason: 'Logging in needs a connection.' },
  register: { label: 'Register', offlineReason: 'Registering needs a connection.' },
  resetEmail: { label: 'Send Code', offlineReason: 'Sending a code needs a connection.' },
  resetCode: {
    label: 'Reset Password',
    offlineReason: 'Resetting a password needs a connection.',
  },
};

/** The form of the dialog and of the pages, for login, registration and both steps of a password reset. */
export function AuthForm(options: AuthOptions) {
  const auth = useAuth(options);
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
      {auth.errorStatus}
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
            autoComplete="email"
            readOnly
            value={form.values.email}
          />
          <TextButton onClick={auth.changeEmail}>Use another email</TextButton>
        </div>
      )}
      <AuthFields view={view} form={form} isBusy={isBusy} />
      {view === 'login' && (
        <div className={`flex flex-wrap justify-between gap-x-4 ${classes.aside}`}>
          <TextButton onClick={() => options.onModeChange('resetPassword')}>Forgot password?</TextButton>
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

type AuthFieldsProps = {
  view: AuthView;
  form: UseFormReturnType<AuthValues>;
  isBusy: boolean;
};

/** The fields of a view, with the autocomplete attributes that password managers need. */
function AuthFields({ view, form, isBusy }: AuthFieldsProps) {
  return fieldsOfView(view).map((field, index) => {
    const props = {
      name: field,
      enterKeyHint: 'go' as const,
      required: true,
      readOnly: isBusy,
      'data-autofocus': index === 0 ? true : undefined,
      ...appearanceOf(field, view),
      ...form.getInputProps(field),
      ...(field === 'confirmPassword' && isMismatchResolved(form) ? { error: undefined } : {}),
    };
    if (field === 'password' && view !== 'login') {
      return (
        <NewPasswordField key={field} {...props} value={form.values.password} warningOf={warnOfPassword} />
      );
    }
    const Field = field === 'password' || field === 'confirmPassword' ? PasswordField : TextInput;
    return <Field key={field} {...props} />;
  });
}

/** The form validates only the field that changes, and changing the first password may make both match. */
function isMismatchResolved({ errors, values }: UseFormReturnType<AuthValues>): boolean {
  return errors.confirmPassword === PASSWORDS_DIFFER && values.password === values.confirmPassword;
}

function appearanceOf(field: AuthField, view: AuthView): TextInputProps {
  switch (field) {
    case 'name':
      return { label: 'Name', autoComplete: 'name' };
    case 'phoneNumber':
      return { label: 'Phone Number', type: 'tel', autoComplete: 'tel' };
    case 'email':
      return {
        label: 'Email',
        type: 'email',
        autoComplete: 'email',
        autoCapitalize: 'none',
        spellCheck: false,
      };
    case 'code':
      return { label: 'Code', inputMode: 'numeric', autoComplete: 'one-time-code' };
    case 'password':
      if (view === 'login') return { label: 'Password', autoComplete: 'current-password' };
      return {
        label: view === 'resetCode' ? 'New Password' : 'Password',
        description: 'At least 6 characters',
        autoComplete: 'new-password',
      };
    case 'confirmPassword':
      return { label: 'Confirm Password', autoComplete: 'new-password' };
  }
}
