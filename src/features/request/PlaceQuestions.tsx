import { Button, TextInput } from '@mantine/core';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { KnownPlace } from '../../contract/place.ts';
import type { DraftFields, DraftPlace } from '../../domain/draft.ts';
import { capitalize } from '../../domain/format.ts';
import { pickFor } from '../../domain/place-details.ts';
import { isSamePlace, lacksHouseNumber } from '../../domain/place-hints.ts';
import { ROUTE_END_KEYS, ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-ends.ts';
import { LazyMapPicker } from '../../map/LazyMapPicker.tsx';
import { afterPress } from '../../ui/after-press.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import type { Estimate } from '../../use-cases/deliveries/use-estimate.ts';

export type PlaceQuestionsProps = {
  estimate: Estimate;
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  /** The only place to ask about; by default both. */
  only?: RouteEndKey;
  asksHouseNumber: boolean;
  isLocked?: boolean;
  /** Called with the places that the user is asked about now. */
  onShown?: (ends: readonly RouteEndKey[]) => void;
};

/** A place that the server cannot locate, with the places that it may mean, or a street without a house number. */
type PlaceQuestion = { end: RouteEndKey; candidates: readonly KnownPlace[] | undefined };

const NUMBER_ADDED = 'House number added';

/**
 * Asks once which place a typed text means, or for a missing house number, and points out a route to the same place. No
 * one has to answer: the buttons of the step stay as they are. (PLC-07, PLC-11)
 */
export function PlaceQuestions(props: PlaceQuestionsProps) {
  const { fields, change, isLocked = false } = props;
  const questions = useShownQuestions(props);
  const [answer, setAnswer] = useState<{ end: RouteEndKey; place: DraftPlace; words: string }>();
  const status = useRef<HTMLParagraphElement>(null);
  const isAsking = questions.length > 0;
  const isAnswered = answer !== undefined && fields[answer.end].name === answer.place.name;
  const isSame = props.only !== 'pickUp' && isSamePlace(fields.pickUp, fields.dropOff);

  function setPlace(end: RouteEndKey, place: DraftPlace, words: string) {
    change({ [end]: place });
    setAnswer(place.isAsked ? undefined : { end, place, words });
  }
  function answerWith(end: RouteEndKey, place: DraftPlace, words: string) {
    // The pressed button is about to disappear. The field that loses the focus must not have the last word.
    status.current?.focus({ preventScroll: true });
    setPlace(end, place, words);
  }

  const isIdle = !isAsking && !isAnswered && !isSame;
  return (
    // The status stays in the document, because screen readers announce only changes of an element that is there.
    <div className={isIdle ? 'sr-only' : 'stack gap-3'} data-idle={isIdle}>
      <p ref={status} tabIndex={-1} role="status" className="font-bold">
        {isAsking
          ? questions.some(({ candidates }) => candidates)
            ? 'Which one did you mean?'
            : 'Is there a house number?'
          : isAnswered && `${answer.words} for ${ROUTE_END_LABELS[answer.end].name}`}
      </p>
      {isSame && (
        <p role="status" className="flex gap-2 text-sm text-soft">
          <Icon name="info" size={18} />
          Pick-up and drop-off are the same place.
        </p>
      )}
      {questions.map(({ end, candidates }) => {
        const asked = { end, place: fields[end], isLocked, isInRow: props.only !== undefined };
        return candidates ? (
          <PlaceCandidates
            {...asked}
            key={end}
            candidates={candidates}
            onChange={(place) => answerWith(end, place, 'Location set')}
          />
        ) : (
          <HouseNumber
            {...asked}
            key={end}
            onChange={(place) => answerWith(end, place, NUMBER_ADDED)}
            onLeave={(place) => setPlace(end, place, NUMBER_ADDED)}
          />
        );
      })}
    </div>
  );
}

/**
 * The questions that the latest estimate raises and that were not asked before. They appear and disappear only after a
 * press has ended, because they would move the pressed button.
 */
function useShownQuestions(props: PlaceQuestionsProps): readonly PlaceQuestion[] {
  const { onShown } = props;
  const open = JSON.stringify(openQuestions(props));
  const [shown, setShown] = useState<PlaceQuestion[]>([]);
  useEffect(() => {
    afterPress(() => {
      const questions: PlaceQuestion[] = JSON.parse(open);
      setShown(questions);
      onShown?.(questions.map(({ end }) => end));
    });
  }, [open, onShown]);
  return shown;
}

function openQuestions({ estimate, fields, only, asksHouseNumber }: PlaceQuestionsProps): PlaceQuestion[] {
  if (estimate.kind !== 'quoted' || estimate.isStale) return [];
  return ROUTE_END_KEYS.flatMap((end): PlaceQuestion[] => {
    const match = estimate.estimate[end];
    if (fields[end].isAsked || (only ?? end) !== end) return [];
    if (match?.kind === 'unclear') return [{ end, candidates: match.candidates }];
    return asksHouseNumber && lacksHouseNumber(fields[end]) ? [{ end, candidates: undefined }] : [];
  });
}

type AskedPlaceProps = {
  end: RouteEndKey;
  place: DraftPlace;
  isLocked: boolean;
  /** Whether the row around the question already shows the place. */
  isInRow: boolean;
  onChange: (place: DraftPlace) => void;
};

type HouseNumberProps = AskedPlaceProps & { onLeave: (place: DraftPlace) => void };

/** The number of the house, which no geocoder knows. The picked point stays. */
function HouseNumber({ end, place, isLocked, isInRow, onChange, onLeave }: HouseNumberProps) {
  const [number, setNumber] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Safari on a phone leaves the focus in the field when another button is pressed, which must find the number added.
  useEffect(() => {
    const controller = new AbortController();
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !form.current?.contains(target)) flushSync(() => input.current?.blur());
    };
    document.addEventListener('click', leave, { capture: true, signal: controller.signal });
    return () => controller.abort();
  }, []);
  function add(accept: (place: DraftPlace) => void) {
    if (number.trim() !== '') accept({ ...place, name: `${number.trim()} ${place.name.trim()}` });
  }
  /** What was typed counts also if the user goes on at once, but not while they look at another window. */
  function onBlur({ currentTarget, relatedTarget, target }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget) && target !== document.activeElement) add(onLeave);
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    add(onChange);
  }
  return (
    <form ref={form} className="flex flex-wrap items-center gap-2" {...{ onSubmit, onBlur }}>
      <span className={isInRow ? 'sr-only' : 'w-full text-sm text-soft wrap-anywhere'} dir="auto">
        {questionName(end, place)}
      </span>
      <TextInput
        ref={input}
        aria-label={`House number for ${ROUTE_END_LABELS[end].name}`}
        size="sm"
        w="6rem"
        maxLength={20}
        enterKeyHint="done"
        disabled={isLocked}
        value={number}
        onChange={({ currentTarget: { value } }) => setNumber(value)}
      />
      <SmallButton type="submit" disabled={isLocked}>
        Add
      </SmallButton>
      <Button
        size="sm"
        variant="subtle"
        disabled={isLocked}
        // The focus stays in the field, because leaving it would add the number.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChange({ ...place, isAsked: true })}
      >
        No number
      </Button>
    </form>
  );
}

function questionName(end: RouteEndKey, place: DraftPlace): string {
  return `${capitalize(ROUTE_END_LABELS[end].name)}: “${place.name.trim()}”`;
}

type PlaceCandidatesProps = AskedPlaceProps & { candidates: readonly KnownPlace[] };

/** The places that a typed text may mean, the map, and the way to leave the text as it is. */
function PlaceCandidates({ end, place, candidates, isLocked, isInRow, onChange }: PlaceCandidatesProps) {
  const buttonProps = { size: 'sm', variant: 'default', disabled: isLocked, className: 'max-w-full' };
  return (
    <fieldset className="flex flex-wrap gap-2 min-w-0">
      <legend className={isInRow ? 'sr-only' : 'pb-3 text-sm text-soft wrap-anywhere'} dir="auto">
        {questionName(end, place)}
      </legend>
      {candidates.map((candidate) => (
        <Button
          key={`${candidate.latitude},${candidate.longitude}`}
          {...buttonProps}
          onClick={() => onChange(pickFor(place, candidate))}
        >
          {candidate.label}
        </Button>
      ))}
      <LazyMapPicker
        end={end}
        start={undefined}
        onSelect={({ address, ...point }) => onChange(pickFor(place, { ...point, label: address }))}
        button={(open) => (
          <Button {...buttonProps} leftSection={<Icon name="map" size={18} />} onClick={open}>
            Pick on the map
          </Button>
        )}
      />
      <Button {...buttonProps} variant="subtle" onClick={() => onChange({ ...place, isAsked: true })}>
        Keep what I typed
      </Button>
    </fieldset>
  );
}
