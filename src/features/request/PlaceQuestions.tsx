import { useEffect, useRef, useState } from 'react';
import type { KnownPlace } from '../../contract/place.ts';
import type { DraftFields, DraftPlace } from '../../domain/draft.ts';
import { ROUTE_END_KEYS, ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { useAfterPress } from '../../ui/use-after-press.ts';
import { PlaceCandidates } from './PlaceCandidates.tsx';
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
