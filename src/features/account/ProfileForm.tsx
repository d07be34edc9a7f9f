import { Button, TextInput } from '@mantine/core';
import type { LoggedInUser } from '../../contract/user.ts';
import { checkVatNumber } from '../../contract/vat-number.ts';
import { fieldErrors, problemErrors } from '../../domain/field-errors.ts';
import { checkName } from '../../domain/user-field-rules.ts';
import { formDrafts, type ProfileFields, useFormDraft } from '../../stores/form-drafts.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { SAVE_PROFILE, saveProfile } from '../../use-cases/account/profile.ts';

export const VAT_NUMBER_LABEL = 'VAT number (for businesses)';

export function ProfileForm({ user, onClose }: { user: LoggedInUser; onClose: () => void }) {
  const isBusy = useLoaders(({ loading }) => loading[SAVE_PROFILE] === true);
  const { form, handleSubmit, showErrors } = useTouchedForm<ProfileFields>(
    { name: user.name, vatNumber: user.vatNumber ?? undefined },
    validateProfile,
    formDrafts().profile,
  );
  useFormDraft('profile', form.isDirty() ? form.values : undefined);

  async function save(fields: ProfileFields) {
    if (isBusy) return;
    const failure = await saveProfile(fields);
    if (failure === undefined) onClose();
    else showErrors(problemErrors(failure, ['name', 'vatNumber']));
  }

  return (
    <form className="stack gap-4 p-5" onSubmit={handleSubmit((fields) => void save(fields))} noValidate>
      <TextInput
        label="Full Name"
        autoComplete="name"
        required
        // The user has just pressed Edit Profile and wants to type in this field.
        autoFocus
        readOnly={isBusy}
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
          readOnly={isBusy}
          {...form.getInputProps('vatNumber')}
        />
      )}
      <UnsavedChanges isDirty={form.isDirty()} />
      <div className="flex flex-wrap items-start gap-2">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <OnlineButton
          type="submit"
          loading={isBusy}
          reason="You are offline. Saving your profile needs a connection."
        >
          Save
        </OnlineButton>
      </div>
    </form>
  );
}

function validateProfile({ name, vatNumber = '' }: ProfileFields) {
  return fieldErrors({ name: checkName(name), vatNumber: checkVatNumber(vatNumber) });
}
