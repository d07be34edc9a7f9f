import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { KnownPlace } from '../../contract/place.ts';
import type { DraftFields, DraftPlace } from '../../domain/draft.ts';
import { capitalize } from '../../domain/format.ts';
import { ROUTE_END_KEYS, ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { pickFor } from '../../domain/unclear-places.ts';
import { LazyMapPicker } from '../../map/LazyMapPicker.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useAfterPress } from '../../ui/use-after-press.ts';
import classes from './PlaceQuestions.module.css';
import type { Estimate } from './use-estimate.ts';

export type PlaceQuestionsProps = {
  estimate: Estimate;
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  /** The only place to ask about; by default both. */
  only?: RouteEndKey;
  isLocked?: boolean;
  /** Called with the places that the user is asked about now. */
  onShown?: (ends: readonly RouteEndKey[]) => void;
};

/** A typed place that the server cannot locate, with the places that it may mean. */
type PlaceQuestion = { end: RouteEndKey; candidates: readonly KnownPlace[] };

/** Asks once which place a typed text means. No one has to answer: the buttons of the step stay as they are. (PLC-07) */
export function PlaceQuestions(props: PlaceQuestionsProps) {
  const { fields, change, isLocked = false } = props;
  const questions = useShownQuestions(props);
  const [answer, setAnswer] = useState<{ end: RouteEndKey; place: DraftPlace }>();
  const status = useRef<HTMLParagraphElement>(null);
  const isAsking = questions.length > 0;
  const isAnswered = answer !== undefined && fields[answer.end].name === answer.place.name;

  function setPlace(end: RouteEndKey, place: DraftPlace) {
    change({ [end]: place });
    setAnswer(place.isAsked ? undefined : { end, place });
    // The pressed button is about to disappear.
    status.current?.focus({ preventScroll: true });
  }

  return (
    <div className={`stack gap-3 ${classes.questions}`} data-idle={!isAsking && !isAnswered}>
      <p ref={status} tabIndex={-1} role="status" className="font-bold">
        {isAsking
          ? 'Which one did you mean?'
          : isAnswered && `Location set for ${ROUTE_END_LABELS[answer.end].name}`}
      </p>
      {questions.map(({ end, candidates }) => (
        <PlaceCandidates
          key={end}
          end={end}
          place={fields[end]}
          candidates={candidates}
          isLocked={isLocked}
          onChange={(place) => setPlace(end, place)}
        />
      ))}
    </div>
  );
}

/**
 * The questions that the latest estimate raises and that were not asked before. They appear only after a press has
 * ended, because they would move the pressed button.
 */
function useShownQuestions(props: PlaceQuestionsProps): readonly PlaceQuestion[] {
  const { fields, onShown } = props;
  const afterPress = useAfterPress();
  const questions = openQuestions(props);
  const key = JSON.stringify(questions.map(({ end }) => [end, fields[end].name]));
  const [shownKey, setShownKey] = useState('[]');
  useEffect(() => {
    afterPress(() => {
      const shown: [RouteEndKey, string][] = JSON.parse(key);
      setShownKey(key);
      onShown?.(shown.map(([end]) => end));
    });
  }, [afterPress, key, onShown]);
  return shownKey === key ? questions : [];
}

function openQuestions({ estimate, fields, only }: PlaceQuestionsProps): PlaceQuestion[] {
  if (estimate.kind !== 'quoted' || estimate.isStale) return [];
  return ROUTE_END_KEYS.flatMap((end) => {
    const match = estimate.estimate[end];
    const isOpen = match?.kind === 'unclear' && !fields[end].isAsked && (only ?? end) === end;
    return isOpen ? [{ end, candidates: match.candidates }] : [];
  });
}

type PlaceCandidatesProps = PlaceQuestion & {
  place: DraftPlace;
  isLocked: boolean;
  onChange: (place: DraftPlace) => void;
};

/** The places that a typed text may mean, the map, and the way to leave the text as it is. */
function PlaceCandidates({ end, place, candidates, isLocked, onChange }: PlaceCandidatesProps) {
  const [isPicking, setIsPicking] = useState(false);
  const name = `${capitalize(ROUTE_END_LABELS[end].name)}: “${place.name.trim()}”`;
  const buttonProps = { size: 'sm', variant: 'default', disabled: isLocked, className: 'max-w-full' };
  return (
    <fieldset className={'flex flex-wrap gap-2 min-w-0'}>
      <legend className="pb-2 text-sm text-soft wrap-anywhere" dir="auto">
        {name}
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
      <Button {...buttonProps} leftSection={<Icon name="map" size={18} />} onClick={() => setIsPicking(true)}>
        Pick on the map
      </Button>
      <Button {...buttonProps} variant="subtle" onClick={() => onChange({ ...place, isAsked: true })}>
        Keep what I typed
      </Button>
      <LazyMapPicker
        isOpen={isPicking}
        end={end}
        start={undefined}
        onSelect={({ address, ...point }) => onChange(pickFor(place, { ...point, label: address }))}
        onClose={() => setIsPicking(false)}
      />
    </fieldset>
  );
}
