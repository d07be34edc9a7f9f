import { useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../api/failure.ts';
import { login, recoverPassword, registerUser, sendEmailCode } from '../../api/users.ts';
import type { SignedInUser } from '../../contract/user.ts';
import { signIn } from '../../flows/session.ts';
import { showAlert } from '../../stores/alerts.ts';
import type { AuthMode } from '../../stores/dialogs.ts';
import { useLoaders, whileLoading } from '../../stores/loaders.ts';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import {
  type AuthValues,
  type AuthView,
  codeNumber,
  faultsOf,
  NO_VALUES,
  PASSWORDS_DIFFER,
} from './auth-fields.ts';
import { faultsOfRefusal } from './auth-refusal.ts';

const LOADER = 'auth';

type AuthOptions = {
  mode: AuthMode;
  onMode: (mode: AuthMode) => void;
  onSignedIn: () => void;
};

/** The one form behind login, registration and the two steps of a password reset. */
export function useAuth({ mode, onMode, onSignedIn }: AuthOptions) {
  const [isCodeSent, setIsCodeSent] = useState(false);
  const [banner, setBanner] = useState<string>();
  const isBusy = useLoaders(({ loading }) => loading[LOADER] === true);
  const view = viewOf(mode, isCodeSent);
  const { form, submitWith, showFaults, startOver } = useTouchedForm<AuthValues>(NO_VALUES, (values) =>
    faultsOf(view, values),
  );
  const pending = useRef<AbortController>(undefined);
  // Whoever leaves the form has changed their mind: an answer that comes later must not sign them in.
  useEffect(() => () => pending.current?.abort(), []);

  // The mode may also be changed from outside (a link, the dialog's buttons).
  const shownMode = useRef(mode);
  useEffect(() => {
    if (shownMode.current === mode) return;
    shownMode.current = mode;
    setIsCodeSent(false);
    setBanner(undefined);
    startOver();
    form.setValues({ code: '', password: '', confirmPassword: '' });
  });

  async function submit(values: AuthValues) {
    if (isBusy) return;
    setBanner(undefined);
    const controller = new AbortController();
    pending.current = controller;
    const failure = await whileLoading(LOADER, () => send(view, values, controller.signal));
    if (failure !== undefined) showFaults(faultsOfRefusal(view, failure));
  }

  async function send(
    asked: AuthView,
    values: AuthValues,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const email = values.email.trim();
    switch (asked) {
      case 'login':
        return enter(await login({ email, password: values.password }, signal));
      case 'register': {
        const { name, phoneNumber, password } = values;
        return enter(
          await registerUser({ name: name.trim(), phoneNumber: phoneNumber.trim(), email, password }, signal),
        );
      }
      case 'resetEmail': {
        const sent = await sendEmailCode(email, signal);
        if (!sent.ok) return sent.failure;
        showAlert('success', 'Email code sent');
        setIsCodeSent(true);
        startOver();
        return undefined;
      }
      case 'resetCode': {
        const { password } = values;
        const reset = await recoverPassword({ code: codeNumber(values.code), email, password }, signal);
        if (!reset.ok) return reset.failure;
        showAlert('success', 'Password reset');
        onMode('login');
        return undefined;
      }
    }
  }

  function enter(answer: Result<SignedInUser>): Failure | undefined {
    if (!answer.ok) return answer.failure;
    signIn(answer.value);
    showAlert('success', 'Login successful');
    onSignedIn();
    return undefined;
  }

  return {
    view,
    form,
    banner,
    isBusy,
    onSubmit: submitWith(
      (values) => void submit(values),
      (faults) => setBanner(faults.confirmPassword === PASSWORDS_DIFFER ? PASSWORDS_DIFFER : undefined),
    ),
    cancel: () => pending.current?.abort(),
    changeEmail: () => {
      startOver();
      setIsCodeSent(false);
    },
    fill: (values: Partial<AuthValues>) => {
      startOver();
      form.setValues(values);
    },
  };
}

function viewOf(mode: AuthMode, isCodeSent: boolean): AuthView {
  if (mode !== 'resetPassword') return mode;
  return isCodeSent ? 'resetCode' : 'resetEmail';
}
