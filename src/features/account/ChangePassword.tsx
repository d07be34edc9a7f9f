import { fieldErrors } from '../../domain/field-errors.ts';
import { checkNewPassword, checkPassword } from '../../domain/user-field-rules.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Card } from '../../ui/Card.tsx';
import { NewPasswordField } from '../../ui/NewPasswordField.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { CHANGE_PASSWORD, type Passwords, saveNewPassword } from '../../use-cases/session/change-password.ts';
import { isCommonPassword } from '../../use-cases/session/common-password.ts';

const EMPTY_PASSWORDS: Passwords = { oldPassword: '', newPassword: '' };

export function ChangePassword({ email }: { email: string }) {
  const isBusy = useLoaders(({ loading }) => loading[CHANGE_PASSWORD] === true);
  const { form, handleSubmit, showErrors, resetValidation } = useTouchedForm(
    EMPTY_PASSWORDS,
    validatePasswords,
  );

  async function save(passwords: Passwords) {
    if (isBusy) return;
    const outcome = await saveNewPassword(passwords);
    if (!outcome.ok) {
      showErrors(outcome.errors);
      return;
    }
    resetValidation();
    form.reset();
  }

  return (
    <PageSection title="Change Password">
      <Card>
        <form className="stack gap-4 p-5" onSubmit={handleSubmit((values) => void save(values))} noValidate>
          {/* A password manager needs the user name to save the new password. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Old Password"
            autoComplete="current-password"
            required
            readOnly={isBusy}
            {...form.getInputProps('oldPassword')}
          />
          <NewPasswordField
            label="New Password"
            description="At least 6 characters"
            autoComplete="new-password"
            required
            readOnly={isBusy}
            isCommon={isCommonPassword}
            value={form.values.newPassword}
            {...form.getInputProps('newPassword')}
          />
          <div className="flex flex-wrap items-start gap-2">
            <OnlineButton
              type="submit"
              variant="default"
              loading={isBusy}
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

function validatePasswords({ oldPassword, newPassword }: Passwords) {
  return fieldErrors({ oldPassword: checkPassword(oldPassword), newPassword: checkNewPassword(newPassword) });
}
