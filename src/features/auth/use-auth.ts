import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../api/client.ts';
import type { AuthMode } from '../../stores/dialogs.ts';
import { useLoaders, whileLoading } from '../../stores/loaders.ts';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { type AuthView, sendAuthForm } from '../../use-cases/session/log-in.ts';
import {
  type AuthValues,
  authFieldErrors,
  EMPTY_AUTH_VALUES,
  PASSWORDS_DIFFER,
  parseEmailCode,
  validateAuthValues,
} from './auth-fields.ts';

const LOADER = 'auth';

export type AuthOptions = {
  mode: AuthMode;
  onModeChange: (mode: AuthMode) => void;
  onLoggedIn: () => void;
};

/** The state of the form for login, registration and the two steps of a password reset. */
export function useAuth({ mode, onModeChange, onLoggedIn }: AuthOptions) {
  const [isCodeSent, setIsCodeSent] = useState(false);
  const [hasMismatchBanner, setHasMismatchBanner] = useState(false);
  const isBusy = useLoaders(({ loading }) => loading[LOADER] === true);
  const view = viewOf(mode, isCodeSent);
  const { form, handleSubmit, errorStatus, showErrors, resetValidation } = useTouchedForm<AuthValues>(
    EMPTY_AUTH_VALUES,
    (values) => validateAuthValues(view, values),
  );
  const pendingRequest = useRef<AbortController>(undefined);
  // Leaving the form cancels the request, so that a late response does not log the user in.
  useEffect(() => () => pendingRequest.current?.abort(), []);

  // The mode can also be changed from outside, by a link or a button of the dialog.
  const shownMode = useRef(mode);
  useEffect(() => {
    if (shownMode.current === mode) return;
    shownMode.current = mode;
    setIsCodeSent(false);
    setHasMismatchBanner(false);
    resetValidation();
    form.setValues({ code: '', password: '', confirmPassword: '' });
  });

  async function submit(values: AuthValues) {
    if (isBusy) return;
    setHasMismatchBanner(false);
    const controller = new AbortController();
    pendingRequest.current = controller;
    const input = {
      ...values,
      name: values.name.trim(),
      phoneNumber: values.phoneNumber.trim(),
      email: values.email.trim(),
      code: parseEmailCode(values.code),
    };
    const { signal } = controller;
    const failure = await whileLoading(LOADER, () => sendAuthForm(view, input, { signal, isShownByCaller }));
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

  /** A message beside its field needs no alert too. */
  function isShownByCaller(failure: Failure): boolean {
    return Object.keys(authFieldErrors(view, failure)).length > 0;
  }

  return {
    view,
    form,
    errorStatus,
    banner:
      hasMismatchBanner && form.values.password !== form.values.confirmPassword
        ? PASSWORDS_DIFFER
        : undefined,
    isBusy,
    onSubmit: handleSubmit(
      (values) => void submit(values),
      (errors) => setHasMismatchBanner(errors.confirmPassword === PASSWORDS_DIFFER),
    ),
    cancel: () => pendingRequest.current?.abort(),
    changeEmail: () => {
      resetValidation();
      setIsCodeSent(false);
    },
    fill: (values: Partial<AuthValues>) => {
      resetValidation();
      form.setValues(values);
    },
  };
}

function viewOf(mode: AuthMode, isCodeSent: boolean): AuthView {
  if (mode !== 'resetPassword') return mode;
  return isCodeSent ? 'resetCode' : 'resetEmail';
}
