import { Button } from '@mantine/core';
import type { Draft } from '../../domain/draft.ts';
import { STEP_LABELS } from '../../domain/draft-keys.ts';
import { formatAge } from '../../domain/format.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { toPlaceSnapshot } from '../../domain/request-payload.ts';
import { draftsOf, useDrafts } from '../../stores/drafts.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ContinueOnDevice } from './ContinueOnDevice.tsx';
import classes from './ResumeList.module.css';

type ResumeListProps = {
  account: string | undefined;
  /** The draft on the screen, which is not listed. */
  openDraft: Draft | undefined;
  /** The draft that was discarded last, which can be restored. */
  discarded: Draft | undefined;
  onDiscard: (draft: Draft | undefined) => void;
  onResume: (draft: Draft) => void;
};

/** The drafts that were started and not sent. */
export function ResumeList({ account, openDraft, discarded, onDiscard, onResume }: ResumeListProps) {
  const { drafts, resume, remove, restore } = useDrafts();
  const now = useNow(60_000);
  const listedDrafts = draftsOf(drafts, account).filter(({ id }) => id !== openDraft?.id);
  if (listedDrafts.length === 0 && !discarded) return null;

  return (
    <section className="stack gap-3" aria-labelledby="resume-heading">
      <h2 id="resume-heading" className="title-lg">
        Resume your request
      </h2>
      {discarded && (
        <Notice
          tone="plain"
          role="status"
          action={
            <TextButton
              onClick={() => {
                const { currentId } = useDrafts.getState();
                restore(discarded);
                if (currentId !== undefined) resume(currentId);
                onDiscard(undefined);
              }}
            >
              Undo
            </TextButton>
          }
        >
          Request discarded: {draftTitle(discarded)}
        </Notice>
      )}
      <ul className="stack gap-3">
        {listedDrafts.map((draft) => (
          <Card as="li" key={draft.id} className={`items-center gap-2 ${classes.row}`}>
            <div className={`stack min-w-0 wrap-anywhere ${classes.text}`}>
              <b>{draftTitle(draft)}</b>
              <small>{`${STEP_LABELS[draft.step]}, edited ${formatAge(draft.updatedAt, now)}`}</small>
              <span>
                <ContinueOnDevice draft={draft} draftName={draftTitle(draft)} />
              </span>
            </div>
            <Button
              size="sm"
              variant="default"
              aria-label={`Resume ${draftTitle(draft)}`}
              onClick={() => {
                resume(draft.id);
                onResume(draft);
              }}
            >
              Resume
            </Button>
            <Button
              size="sm"
              variant="subtle"
              aria-label={`Discard ${draftTitle(draft)}`}
              onClick={() => {
                remove(draft.id);
                onDiscard(draft);
              }}
            >
              Discard
            </Button>
          </Card>
        ))}
      </ul>
    </section>
  );
}

function draftTitle({ fields }: Draft): string {
  if (fields.pickUp.name.trim() === '' && fields.dropOff.name.trim() === '') return 'Untitled request';
  const name = (place: Draft['fields']['pickUp']) =>
    place.name.trim() === '' ? { name: 'somewhere' } : toPlaceSnapshot(place);
  return routeTitle({ pickUpSnapshot: name(fields.pickUp), dropOffSnapshot: name(fields.dropOff) });
}
