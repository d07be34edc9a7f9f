import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { cleanText } from '../contract/clean-text.ts';
import { cutText } from '../contract/storable-text.ts';
import { TEMPLATE_NAME_MAX_LENGTH, TEMPLATES_MAX } from '../domain/limits.ts';

export type SaveTemplateFormProps = {
  initialName: string;
  onSave: (name: string) => Promise<'saved' | 'full' | 'failed'>;
  onClose: () => void;
};

const MESSAGES = {
  empty: 'Enter a name',
  long: `Use at most ${TEMPLATE_NAME_MAX_LENGTH} characters`,
  full: `You have ${TEMPLATES_MAX} templates. Delete one on the Send page first.`,
  failed: 'This device could not store the template. Try again.',
};

export function SaveTemplateForm({ initialName, onSave, onClose }: SaveTemplateFormProps) {
  const [name, setName] = useState(cutText(initialName, TEMPLATE_NAME_MAX_LENGTH));
  const [error, setError] = useState<keyof typeof MESSAGES>();
  const [isBusy, setIsBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const typed = cleanText(name);
    if (typed === '') return setError('empty');
    if (typed.length > TEMPLATE_NAME_MAX_LENGTH) return setError('long');
    setIsBusy(true);
    // The code that stores it may not be there, if the network was lost.
    const outcome = await onSave(typed).catch((): 'failed' => 'failed');
    setIsBusy(false);
    if (outcome === 'saved') onClose();
    else setError(outcome);
  }

  return (
    <form className="stack gap-4" onSubmit={(event) => void save(event)} noValidate>
      <p>
        The places, the package and the instructions are saved on this device. You'll find the template on the
        Send page.
      </p>
      <TextInput
        label="Template Name"
        description="A template with the same name is replaced."
        required
        enterKeyHint="done"
        // The dialog cannot focus a field whose code loads later.
        autoFocus
        value={name}
        errorProps={{ role: 'alert' }}
        error={error && MESSAGES[error]}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-3 justify-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}
