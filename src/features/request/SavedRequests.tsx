import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
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
          <Card as="li" key={rowId} className={`items-center gap-2 ${classes.row}`}>
            <div className={`stack min-w-0 wrap-anywhere ${classes.text}`}>
              <b dir="auto">{name}</b>
              {details}
            </div>
            <Button size="sm" variant="default" aria-label={`${open.label} ${name}`} onClick={open.onPress}>
              {open.label}
            </Button>
            <Button
              size="sm"
              variant="subtle"
              aria-label={`${remove.label} ${name}`}
              onClick={remove.onPress}
            >
              {remove.label}
            </Button>
          </Card>
        ))}
      </ul>
    </section>
  );
}
