import { TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDidUpdate } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Failure } from '../../api/client.ts';
import { cleanText } from '../../contract/clean-text.ts';
import { DEMO_ACCOUNT } from '../../contract/constants.ts';
import { useApp } from '../../stores/app.ts';
import { type AuthMode, useDialogs } from '../../stores/dialogs.ts';
import { useIsLoading, whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import { TextButton } from '../../ui/Links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { NewPasswordField, PasswordField } from '../../ui/PasswordField.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { warnOfPassword } from '../../use-cases/session/common-password.ts';
import { type AuthView, sendAuthForm } from '../../use-cases/session/log-in.ts';
import classes from './AuthForm.module.css';
import {
  type AuthField,
  type AuthValues,
  authFieldErrors,
  EMPTY_AUTH_VALUES,
  fieldsOfView,
  PASSWORDS_DIFFER,
  parseEmailCode,
  validateAuthValues,
} from './auth-fields.ts';

const SUBMIT_BUTTONS: Record<AuthView, { label: string; offlineReason: string }> = {
  login: { label: 'Login', offlineReason: 'Logging in needs a connection.' },
  register: { label: 'Register', offlineReason: 'Registering needs a connection.' },
  resetEmail: { label: 'Send Code', offlineReason: 'Sending a code needs a connection.' },
  resetCode: {
    label: 'Reset Password',
    offlineReason: 'Resetting a password needs a connection.',
  },
};

const LOADER = 'auth';

type AuthFormProps = {
  mode: AuthMode;
  onModeChange: (mode: AuthMode) => void;
  onLoggedIn: () => void;
};

/** The form of the dialog and of the pages, for login, registration and both steps of a password reset. */
export function AuthForm({ mode, onModeChange, onLoggedIn }: AuthFormProps) {
  const isDemo = useApp(({ config }) => config.demo);
  const isBusy = useIsLoading(LOADER);
  const [isCodeSent, setIsCodeSent] = useState(false);
  const [hasMismatchBanner, setHasMismatchBanner] = useState(false);
  const resetView = isCodeSent ? 'resetCode' : 'resetEmail';
  const view = mode === 'resetPassword' ? resetView : mode;
  const { typed } = useDialogs.getState();
  const { form, handleSubmit, errorStatus, showErrors, resetValidation } = useTouchedForm<AuthValues>(
    EMPTY_AUTH_VALUES,
    (values) => validateAuthValues(view, values),
    { isBusy, typedValues: typed && { ...EMPTY_AUTH_VALUES, ...typed } },
  );
  // Typing matching passwords again does not bring the banner back.
  if (hasMismatchBanner && form.values.password === form.values.confirmPassword) setHasMismatchBanner(false);
  const pendingRequest = useRef<AbortController>(undefined);
  const leave = useEffectEvent(() => {
    // A late response does not log the user in.
    pendingRequest.current?.abort();
    const { name, phoneNumber, email } = form.getValues();
    useDialogs.setState({ typed: currentAccount() === undefined ? { name, phoneNumber, email } : undefined });
  });
  useEffect(() => () => leave(), []);

  // The mode can also be changed from outside, by a link or a button of the dialog.
  useDidUpdate(() => {
    setIsCodeSent(false);
    setHasMismatchBanner(false);
    resetValidation();
    form.setValues({ code: '', password: '', confirmPassword: '' });
  }, [mode]);

  useDidUpdate(() => {
    const fields = fieldsOfView(view);
    const next = fields.find((field) => form.getValues()[field] === '') ?? fields[0];
    if (next !== undefined) form.getInputNode(next)?.focus();
  }, [view]);

  async function submit(values: AuthValues) {
    setHasMismatchBanner(false);
    const controller = new AbortController();
    pendingRequest.current = controller;
    const input = {
      ...values,
      name: cleanText(values.name),
      phoneNumber: cleanText(values.phoneNumber),
      email: cleanText(values.email),
      code: parseEmailCode(values.code),
    };
    const options = {
      signal: controller.signal,
      // A message beside its field needs no alert too.
      isShownByCaller: (failure: Failure) => Object.keys(authFieldErrors(view, failure)).length > 0,
    };
    const failure = await whileLoading(LOADER, () => sendAuthForm(view, input, options));
    if (failure !== undefined) {
      showErrors(authFieldErrors(view, failure));
    } else if (view === 'resetEmail') {
      setIsCodeSent(true);
      resetValidation();
    } else if (view === 'resetCode') {
      onModeChange('login');
    } else {
      onLoggedIn();
    }
  }
  const onSubmit = handleSubmit(submit, (errors) =>
    setHasMismatchBanner(errors.confirmPassword === PASSWORDS_DIFFER),
  );
  function changeEmail() {
    resetValidation();
    setIsCodeSent(false);
  }
  function fillInDemoAccount() {
    resetValidation();
    form.setValues(DEMO_ACCOUNT);
  }

  return (
    // A POST form that is submitted before hydration is held back: a GET form would put the password into the URL.
    <form method="post" className="stack gap-4" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
      {errorStatus}
      {hasMismatchBanner && (
        <Notice tone="error" role="alert">
          {PASSWORDS_DIFFER}
        </Notice>
      )}
      {view === 'resetEmail' && (
        <p className="text-soft">Enter your email. We will send you a code to choose a new password.</p>
      )}
      {view === 'resetCode' && (
        <div className="stack justify-items-start">
          <TextInput
            className="w-full"
            label="Email"
            description="The code was sent to this address."
            type="email"
            autoComplete="email"
            readOnly
            value={form.values.email}
          />
          <TextButton onClick={changeEmail}>Use another email</TextButton>
        </div>
      )}
      <AuthFields view={view} form={form} />
      {view === 'login' && (
        <div className={`flex flex-wrap justify-between gap-x-4 ${classes.aside}`}>
          <TextButton onClick={() => onModeChange('resetPassword')}>Forgot password?</TextButton>
          {isDemo && <TextButton onClick={fillInDemoAccount}>Use the demo account</TextButton>}
        </div>
      )}
      <OnlineButton
        type="submit"
        fullWidth
        loading={isBusy}
        reason={SUBMIT_BUTTONS[view].offlineReason}
        onCancel={() => pendingRequest.current?.abort()}
      >
        {SUBMIT_BUTTONS[view].label}
      </OnlineButton>
    </form>
  );
}

type AuthFieldsProps = { view: AuthView; form: UseFormReturnType<AuthValues> };

/** The fields of a view, with the autocomplete attributes that password managers need. */
function AuthFields({ view, form }: AuthFieldsProps) {
  return fieldsOfView(view).map((field, index) => {
    const props = {
      name: field,
      enterKeyHint: 'go' as const,
      required: true,
      'data-autofocus': index === 0 ? true : undefined,
      ...propsOf(field, view),
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

const FIELD_PROPS: Record<AuthField, TextInputProps> = {
  name: { label: 'Name', autoComplete: 'name' },
  phoneNumber: { label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
  email: { label: 'Email', type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  code: { label: 'Code', inputMode: 'numeric', autoComplete: 'one-time-code' },
  password: { label: 'Password', autoComplete: 'new-password', description: 'At least 6 characters' },
  confirmPassword: { label: 'Confirm Password', autoComplete: 'new-password' },
};

function propsOf(field: AuthField, view: AuthView): TextInputProps {
  if (field === 'password' && view === 'login')
    return { label: 'Password', autoComplete: 'current-password' };
  if (field === 'password' && view === 'resetCode') return { ...FIELD_PROPS.password, label: 'New Password' };
  return FIELD_PROPS[field];
}
