import * as v from 'valibot';
import { type Failure, hasErrorCode } from '../../api/failure.ts';
import { changePassword } from '../../api/users.ts';
import { errorMessage, GENERIC_ERROR } from '../../contract/errors.ts';
import { PASSWORD_TOO_SHORT, PasswordChange } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useLoaders, whileLoading } from '../../stores/loaders.ts';
import { Card } from '../../ui/Card.tsx';
import { NewPasswordField } from '../../ui/NewPasswordField.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { isCommonPassword } from '../../use-cases/session/common-password.ts';
import { replaceToken } from '../../use-cases/session/session.ts';
import classes from './ProfilePanel.module.css';

const LOADER = 'changePassword';
const EMPTY_PASSWORDS = { oldPassword: '', newPassword: '' };
type Passwords = typeof EMPTY_PASSWORDS;

export function ChangePassword({ email }: { email: string }) {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const answers401 = useApp(({ config }) => config.changePasswordAnswers401);
  const isBusy = useLoaders(({ loading }) => loading[LOADER] === true);
  const { form, handleSubmit, showErrors, resetValidation } = useTouchedForm(
    EMPTY_PASSWORDS,
    validatePasswords,
  );

  async function save(passwords: Passwords) {
    if (isBusy) return;
    const result = await whileLoading(LOADER, () => changePassword(passwords, answers401));
    if (!result.ok) {
      const fieldErrors = passwordFieldErrors(result.failure);
      if (fieldErrors) showErrors(fieldErrors);
      else showFailureAlert(result.failure);
      return;
    }
    const { jwtToken, sessionId } = result.value;
    if (jwtToken) replaceToken(jwtToken, sessionId);
    showAlert('success', 'New password saved');
    resetValidation();
    form.reset();
  }

  return (
    <PageSection title="Change Password">
      <Card>
        <form className={classes.form} onSubmit={handleSubmit((values) => void save(values))} noValidate>
          {/* A password manager needs the user name to save the new password. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Old Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            readOnly={isBusy}
            {...form.getInputProps('oldPassword')}
          />
          <NewPasswordField
            label="New Password"
            description="At least 6 characters"
            autoComplete="new-password"
            required
            withAsterisk={false}
            readOnly={isBusy}
            isCommon={isCommonPassword}
            value={form.values.newPassword}
            {...form.getInputProps('newPassword')}
          />
          <div className={classes.buttons}>
            <OnlineButton
              type="submit"
              variant="default"
              loading={isBusy}
              isReachable={isReachable}
              reason="You are offline. Changing your password needs a connection."
            >
              Change Password
            </OnlineButton>
          </div>
        </form>
      </Card>
    </PageSection>
  );
}

function validatePasswords({ oldPassword, newPassword }: Passwords): Partial<Passwords> {
  const old = v.safeParse(PasswordChange.entries.oldPassword, oldPassword);
  const next = v.safeParse(PasswordChange.entries.newPassword, newPassword);
  return {
    ...(old.success ? {} : { oldPassword: old.issues[0].message }),
    ...(next.success ? {} : { newPassword: next.issues[0].message }),
  };
}

/** The field errors for the two responses that are about the input. */
function passwordFieldErrors(failure: Failure): Partial<Passwords> | undefined {
  if (hasErrorCode(failure, 'VALIDATION_EXCEPTION')) return { newPassword: PASSWORD_TOO_SHORT };
  if (hasErrorCode(failure, 'UNAUTHORIZED')) return { oldPassword: 'Old password is incorrect' };
  return undefined;
}

/** Alerts all other failures. The request itself shows no alert, because two failures appear at the fields instead. */
function showFailureAlert(failure: Failure): void {
  if (failure.kind === 'http') showAlert('error', errorMessage(failure.status, failure.body));
  if (failure.kind === 'invalidBody') showAlert('error', GENERIC_ERROR);
}
