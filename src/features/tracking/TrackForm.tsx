import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './TrackForm.module.css';

type TrackFormProps = {
  guid: string | undefined;
  isBusy: boolean;
  onTrack: (guid: string) => void;
};

/**
 * A plain GET form, which works before hydration; its uncontrolled field keeps what was typed until then.
 */
export function TrackForm({ guid, isBusy, onTrack }: TrackFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Undefined until hydration. Before that the button must not be disabled, because nothing would enable it.
  const [typed, setTyped] = useState<string>();

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    if (guid !== undefined && input.value.trim() === '') input.value = guid;
    setTyped(input.value);
  }, [guid]);

  function track(event: FormEvent) {
    event.preventDefault();
    const number = field.current?.value.trim() ?? '';
    if (number !== '') onTrack(number);
  }

  return (
    <form method="get" action="/tracking" className={classes.form} onSubmit={track}>
      <label htmlFor={id}>Tracking number</label>
      <div className={classes.row}>
        <TextInput
          id={id}
          ref={field}
          name="guid"
          defaultValue={guid ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          classNames={{ input: classes.number ?? '' }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={typed !== undefined && typed.trim() === ''}>
          Track Package
        </Button>
      </div>
    </form>
  );
}
