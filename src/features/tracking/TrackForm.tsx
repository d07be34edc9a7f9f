import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { readTrackingInput } from '../../contract/tracking-number.ts';
import classes from './TrackForm.module.css';

export type ReferenceResult = { guid: string } | { problem: string };

type TrackFormProps = {
  guid: string | undefined;
  isBusy: boolean;
  onTrack: (guid: string) => void;
  /** The user changes the number, perhaps while a lookup is pending. */
  onEdit?: () => void;
  /** Finds the tracking number of an own delivery by its reference, or explains why it has none. */
  findByReference: (reference: string) => ReferenceResult | Promise<ReferenceResult>;
};

/**
 * A plain GET form, which works before hydration; its uncontrolled field keeps what was typed until then.
 */
export function TrackForm({ guid, isBusy, onTrack, onEdit, findByReference }: TrackFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Undefined until hydration. Before that the button must not be disabled, because nothing would enable it.
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  /** The text whose reference is being looked for. */
  const [searchedText, setSearchedText] = useState<string>();
  const isPending = isBusy && (typed === undefined || typed === guid);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    if (guid !== undefined && input.value.trim() === '') input.value = guid;
    setTyped(input.value);
  }, [guid]);

  async function search(text: string, reference: string): Promise<ReferenceResult> {
    setSearchedText(text);
    const result = await findByReference(reference);
    setSearchedText((current) => (current === text ? undefined : current));
    return result;
  }

  async function track(event: FormEvent) {
    event.preventDefault();
    const input = field.current;
    if (!input || input.value.trim() === '') return;
    const text = input.value;
    const entered = readTrackingInput(text);
    const found =
      entered.kind === 'number' ? { guid: entered.number } : await search(text, entered.reference);
    // The user has gone to another page, or on to another number.
    if (!input.isConnected || input.value !== text) return;
    if ('problem' in found) {
      setProblem(found.problem);
      return;
    }
    // The field shows the number that is looked up, not the link or message that it was found in.
    input.value = found.guid;
    setTyped(found.guid);
    onTrack(found.guid);
  }

  return (
    <form
      method="get"
      action="/tracking"
      className={'stack gap-icon'}
      onSubmit={(event) => void track(event)}
    >
      <label className="label" htmlFor={id}>
        Tracking number
      </label>
      <div className={`stack gap-2 ${classes.row}`}>
        <TextInput
          id={id}
          ref={field}
          name="guid"
          enterKeyHint="search"
          defaultValue={guid ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // A whole message may be pasted.
          maxLength={2000}
          error={problem}
          classNames={{ input: 'font-mono' }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(undefined);
            onEdit?.();
          }}
        />
        {/* Another number can be looked up at once, without waiting for the first. */}
        <Button
          type="submit"
          loading={isPending || (searchedText !== undefined && searchedText === typed)}
          disabled={typed !== undefined && typed.trim() === ''}
        >
          Track Package
        </Button>
      </div>
    </form>
  );
}
