import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LoggedInUser } from '../../contract/user.ts';
import { checkVatNumber } from '../../contract/vat-number.ts';
import { fieldErrors, problemErrors } from '../../domain/field-errors.ts';
import { checkName, checkNewPassword, checkPassword } from '../../domain/user-field-rules.ts';
import { formDrafts, type ProfileFields, useFormDraft } from '../../stores/form-drafts.ts';
import { useIsLoading } from '../../stores/loaders.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { NewPasswordField, PasswordField } from '../../ui/PasswordField.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { SAVE_PROFILE, saveProfile } from '../../use-cases/account/profile.ts';
import { CHANGE_PASSWORD, type Passwords, saveNewPassword } from '../../use-cases/session/change-password.ts';
import { warnOfPassword } from '../../use-cases/session/common-password.ts';

const EmailUpdates = lazyComponent(() => import('./EmailUpdates.tsx').then((file) => file.EmailUpdates));
const DeviceStorage = lazyComponent(() => import('./DeviceStorage.tsx').then((file) => file.DeviceStorage));

export function ProfilePanel({ user, notifications }: { user: LoggedInUser; notifications?: ReactNode }) {
  const [isEditing, setIsEditing] = useState(() => formDrafts().profile !== undefined);
  const [wasEdited, setWasEdited] = useState(false);
  function close() {
    setIsEditing(false);
    setWasEdited(true);
  }
  return (
    <div className="stack gap-6">
      <section className="card" aria-label="Profile">
        {isEditing ? (
          <ProfileForm user={user} onClose={close} />
        ) : (
          <>
            <Rows
              isAtTop
              rows={[
                { label: 'Full Name', value: user.name },
                { label: 'Email', value: user.email },
                { label: 'Phone Number', value: user.phoneNumber || 'None' },
                typeof user.vatNumber === 'string' && {
                  label: VAT_NUMBER_LABEL,
                  value: user.vatNumber || 'None',
                },
              ]}
            />
            <div className="card-foot">
              <SmallButton
                // After editing, the focus returns to the button that started it.
                autoFocus={wasEdited}
                onClick={() => setIsEditing(true)}
              >
                Edit Profile
              </SmallButton>
            </div>
          </>
        )}
      </section>
      <ChangePassword email={user.email} />
      {typeof user.hasMailUpdates === 'boolean' && (
        <EmailUpdates isEnabled={user.hasMailUpdates} isConfirmed={user.isEmailConfirmed !== false} />
      )}
      {notifications}
      <DeviceStorage />
    </div>
  );
}

const EMPTY_PASSWORDS: Passwords = { oldPassword: '', newPassword: '' };

function ChangePassword({ email }: { email: string }) {
  const isBusy = useIsLoading(CHANGE_PASSWORD);
  const { form, handleSubmit, errorStatus, showErrors, resetValidation } = useTouchedForm(
    EMPTY_PASSWORDS,
    ({ oldPassword, newPassword }) =>
      fieldErrors({ oldPassword: checkPassword(oldPassword), newPassword: checkNewPassword(newPassword) }),
    { isBusy },
  );

  async function save(passwords: Passwords) {
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
      <div className="card">
        <form className="stack gap-4 p-5" onSubmit={handleSubmit(save)} noValidate>
          {errorStatus}
          {/* A password manager needs the user name to save the new password. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Old Password"
            autoComplete="current-password"
            required
            {...form.getInputProps('oldPassword')}
          />
          <NewPasswordField
            label="New Password"
            description="At least 6 characters"
            autoComplete="new-password"
            required
            warningOf={warnOfPassword}
            value={form.values.newPassword}
            {...form.getInputProps('newPassword')}
          />
          <div className="flex flex-wrap items-start gap-2">
            <OnlineButton
              type="submit"
              variant="default"
              loading={isBusy}
              reason="Changing your password needs a connection."
            >
              Change Password
            </OnlineButton>
          </div>
        </form>
      </div>
    </PageSection>
  );
}

const VAT_NUMBER_LABEL = 'VAT Number (for businesses)';

export function ProfileForm({ user, onClose }: { user: LoggedInUser; onClose: () => void }) {
  const isBusy = useIsLoading(SAVE_PROFILE);
  const { form, handleSubmit, errorStatus, showErrors } = useTouchedForm<ProfileFields>(
    { name: user.name, vatNumber: user.vatNumber ?? undefined },
    ({ name, vatNumber = '' }) =>
      fieldErrors({ name: checkName(name), vatNumber: checkVatNumber(vatNumber) }),
    { isBusy, typedValues: formDrafts().profile },
  );
  useFormDraft('profile', form.isDirty() ? form.values : undefined);

  async function save(fields: ProfileFields) {
    // Another tab may have changed the VAT number since this form was opened.
    const vatNumber = form.isDirty('vatNumber') ? fields.vatNumber : undefined;
    const failure = await saveProfile({ name: fields.name, vatNumber });
    if (failure === undefined) onClose();
    else showErrors(problemErrors(failure, ['name', 'vatNumber']));
  }

  return (
    <form className="stack gap-4 p-5" onSubmit={handleSubmit(save)} noValidate>
      {errorStatus}
      <TextInput
        label="Full Name"
        autoComplete="name"
        required
        // The user has just pressed Edit Profile and wants to type in this field.
        autoFocus
        {...form.getInputProps('name')}
      />
      <TextInput label="Email" description="Cannot be changed" readOnly value={user.email} />
      <TextInput
        label="Phone Number"
        description="Cannot be changed"
        readOnly
        value={user.phoneNumber ?? ''}
      />
      {form.values.vatNumber !== undefined && (
        <TextInput
          label={VAT_NUMBER_LABEL}
          description="Printed on your receipts"
          autoComplete="off"
          {...form.getInputProps('vatNumber')}
        />
      )}
      <UnsavedChanges isDirty={form.isDirty()} />
      <div className="flex flex-wrap items-start gap-2">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <OnlineButton type="submit" loading={isBusy} reason="Saving your profile needs a connection.">
          Save
        </OnlineButton>
      </div>
    </form>
  );
}
