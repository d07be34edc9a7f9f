import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from '../../domain/draft.ts';
import { formatAge } from '../../domain/format.ts';
import { draftTitle } from '../../domain/place-labels.ts';
import { STEP_LABELS } from '../../domain/wizard-steps.ts';
import { draftsOf, isEdit, useDrafts } from '../../stores/drafts.ts';
import { TextButton } from '../../ui/Links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ContinueOnDevice } from './ContinueOnDevice.tsx';
import classes from './SavedRequests.module.css';

type RowAction = { label: string; onPress: () => void };

type SavedRequestsProps = {
  id: string;
  heading: string;
  /** What was removed last, and can be restored. */
  removed: { text: string; onUndo: () => void } | undefined;
  rows: readonly { id: string; name: string; details: ReactNode; open: RowAction; remove: RowAction }[];
};

/** Requests on this device that can be opened or removed. */
export function SavedRequests({ id, heading, removed, rows }: SavedRequestsProps) {
  if (rows.length === 0 && !removed) return null;
  return (
    <section className="stack gap-3" aria-labelledby={id}>
      <h2 id={id} className="title-lg">
        {heading}
      </h2>
      {removed && (
        <Notice tone="plain" role="status" action={<TextButton onClick={removed.onUndo}>Undo</TextButton>}>
          {removed.text}
        </Notice>
      )}
      <ul className="stack gap-3">
        {rows.map(({ id: rowId, name, details, open, remove }) => (
          <li key={rowId} className={`card items-center gap-2 ${classes.row}`}>
            <div className={`stack min-w-0 wrap-anywhere ${classes.text}`}>
              <b dir="auto">{name}</b>
              {details}
            </div>
            <SmallButton aria-label={`${open.label} ${name}`} onClick={open.onPress}>
              {open.label}
            </SmallButton>
            <Button
              size="sm"
              variant="subtle"
              aria-label={`${remove.label} ${name}`}
              onClick={remove.onPress}
            >
              {remove.label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
  const listedDrafts = draftsOf(drafts, account).filter(
    (draft) => draft.id !== openDraft?.id && !isEdit(draft),
  );
  // Another account may have logged in since, in another tab.
  const own = discarded?.owner === account ? discarded : undefined;
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
        own && {
          text: `Request discarded: ${draftTitle(own)}`,
          onUndo: () => undo(own),
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
