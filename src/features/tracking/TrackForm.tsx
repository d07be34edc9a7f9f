import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { isReference, readTrackingInput } from '../../contract/tracking-number.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { ReferenceResult } from '../../use-cases/tracking/find-by-reference.ts';
import classes from './TrackForm.module.css';

type TrackFormProps = {
  /** The tracking number or the reference in the URL. */
  guid: string | undefined;
  isBusy: boolean;
  onTrack: (guid: string) => void;
  /** The user changes the number, perhaps while a lookup is pending. */
  onEdit?: () => void;
};

/**
 * A plain GET form, which works before hydration; its uncontrolled field keeps what was typed until then.
 */
export function TrackForm({ guid, isBusy, onTrack, onEdit }: TrackFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Undefined until hydration. Before that the button must not be disabled, because nothing would enable it.
  const [typed, setTyped] = useState<string>();
  const [result, setResult] = useState<Exclude<ReferenceResult, { guid: string }>>();
  /** The text whose reference is being looked for. */
  const [searchedText, setSearchedText] = useState<string>();
  const isPending = isBusy && (typed === undefined || typed === guid);

  const trackTyped = useEffectEvent(track);
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    if (guid !== undefined && input.value.trim() === '') input.value = guid;
    setTyped(input.value);
    if (isReference(guid) && input.value === guid) void trackTyped();
  }, [guid]);

  async function search(text: string, reference: string): Promise<ReferenceResult> {
    setSearchedText(text);
    const found = await import('../../use-cases/tracking/find-by-reference.ts')
      .then(({ findByReference }) => findByReference(reference))
      .catch(() => ({ problem: 'This part of the app could not be loaded. Try again in a moment.' }));
    setSearchedText((current) => (current === text ? undefined : current));
    return found;
  }

  async function track() {
    const input = field.current;
    if (!input || input.value.trim() === '') return;
    const text = input.value;
    const entered = readTrackingInput(text);
    const found =
      entered.kind === 'number' ? { guid: entered.number } : await search(text, entered.reference);
    // The user has gone to another page, or on to another number.
    if (!input.isConnected || input.value !== text) return;
    if (!('guid' in found)) {
      setResult(found);
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
      className="stack gap-icon"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void track();
      }}
    >
      <label className="label" htmlFor={id}>
        Tracking number
      </label>
      <div className={`flex flex-wrap gap-2 ${classes.row}`}>
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
          errorProps={{ role: 'alert' }}
          error={result && 'problem' in result && result.problem}
          classNames={{ input: 'code size-md' }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setResult(undefined);
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
      {result && 'title' in result && (
        <Notice tone="info" role="alert" title={result.title}>
          {result.text}
        </Notice>
      )}
    </form>
  );
}
