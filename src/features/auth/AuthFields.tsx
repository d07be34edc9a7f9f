import { TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NewPasswordField } from '../../ui/NewPasswordField.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { isCommonPassword } from '../../use-cases/session/common-password.ts';
import {
  type AuthField,
  type AuthValues,
  type AuthView,
  fieldsOfView,
  PASSWORDS_DIFFER,
} from './auth-fields.ts';

type AuthFieldsProps = {
  view: AuthView;
  form: UseFormReturnType<AuthValues>;
  isBusy: boolean;
};

/** The fields of a view, with the autocomplete attributes that password managers need. */
export function AuthFields({ view, form, isBusy }: AuthFieldsProps) {
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
        <NewPasswordField key={field} {...props} value={form.values.password} isCommon={isCommonPassword} />
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
        autoComplete: view === 'register' ? 'email' : 'username',
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
