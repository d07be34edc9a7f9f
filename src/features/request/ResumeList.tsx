import type { Draft } from '../../domain/draft.ts';
import { STEP_LABELS } from '../../domain/draft-keys.ts';
import { formatAge } from '../../domain/format.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { toPlaceSnapshot } from '../../domain/request-payload.ts';
import { draftsOf, useDrafts } from '../../stores/drafts.ts';
import { useNow } from '../../ui/use-now.ts';
import { ContinueOnDevice } from './ContinueOnDevice.tsx';
import { SavedRequests } from './SavedRequests.tsx';

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
  function undo(draft: Draft) {
    const { currentId } = useDrafts.getState();
    restore(draft);
    if (currentId !== undefined) resume(currentId);
    onDiscard(undefined);
  }

  return (
    <SavedRequests
      id="resume-heading"
      heading="Resume your request"
      removed={
        discarded && {
          text: `Request discarded: ${draftTitle(discarded)}`,
          onUndo: () => undo(discarded),
        }
      }
      rows={listedDrafts.map((draft) => ({
        id: draft.id,
        name: draftTitle(draft),
        details: (
          <>
            <small>{`${STEP_LABELS[draft.step]}, edited ${formatAge(draft.updatedAt, now)}`}</small>
            <span>
              <ContinueOnDevice draft={draft} draftName={draftTitle(draft)} />
            </span>
          </>
        ),
        open: {
          label: 'Resume',
          onPress: () => {
            resume(draft.id);
            onResume(draft);
          },
        },
        remove: {
          label: 'Discard',
          onPress: () => {
            remove(draft.id);
            onDiscard(draft);
          },
        },
      }))}
    />
  );
}

function draftTitle({ fields }: Draft): string {
  if (fields.pickUp.name.trim() === '' && fields.dropOff.name.trim() === '') return 'Untitled request';
  const name = (place: Draft['fields']['pickUp']) =>
    place.name.trim() === '' ? { name: 'somewhere' } : toPlaceSnapshot(place);
  return routeTitle({ pickUpSnapshot: name(fields.pickUp), dropOffSnapshot: name(fields.dropOff) });
}
