import { Button, TextInput } from '@mantine/core';
import type { LoggedInUser } from '../../contract/user.ts';
import { problemErrors } from '../../domain/field-errors.ts';
import { checkName } from '../../domain/user-field-rules.ts';
import { useApp } from '../../stores/app.ts';
import { formDrafts, useFormDraft } from '../../stores/form-drafts.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { SAVE_NAME, saveName } from '../../use-cases/account/profile.ts';

export function ProfileForm({ user, onClose }: { user: LoggedInUser; onClose: () => void }) {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isBusy = useLoaders(({ loading }) => loading[SAVE_NAME] === true);
  const { form, handleSubmit, showErrors } = useTouchedForm(
    { name: user.name },
    validateName,
    formDrafts().profile,
  );
  useFormDraft('profile', form.isDirty() ? form.values : undefined);

  async function save(name: string) {
    if (isBusy) return;
    const failure = await saveName(name);
    if (failure === undefined) onClose();
    else showErrors(problemErrors(failure, ['name']));
  }

  return (
    <form className="stack gap-4 p-5" onSubmit={handleSubmit(({ name }) => void save(name))} noValidate>
      <TextInput
        label="Full Name"
        autoComplete="name"
        required
        withAsterisk={false}
        // The person has just pressed Edit Profile and wants to type in this field.
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
      <UnsavedChanges isDirty={form.isDirty()} />
      <div className="flex flex-wrap items-start gap-2">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <OnlineButton
          type="submit"
          loading={isBusy}
          isReachable={isReachable}
          reason="You are offline. Saving your name needs a connection."
        >
          Save
        </OnlineButton>
      </div>
    </form>
  );
}

function validateName({ name }: { name: string }) {
  const problem = checkName(name);
  return problem === undefined ? {} : { name: problem };
}
