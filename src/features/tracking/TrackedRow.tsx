import type { ReactNode } from 'react';
import { CardAge, type CardAgeProps } from '../../components/RouteCard.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import type { DisplayStatus } from '../../contract/status.ts';
import { type Arrival, arrivalOf } from '../../domain/arrival.ts';
import { badgeOf } from '../../domain/status-styles.ts';
import { trackingSummary } from '../../domain/tracking-summary.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { ButtonLink } from '../../ui/Links.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './TrackedRow.module.css';

type TrackedRowProps = CardAgeProps & {
  title: string;
  route: string;
  notes?: readonly string[];
  status: DisplayStatus;
  arrival: Arrival;
  /** The button that tracks the package. */
  children: ReactNode;
};

/** What tracking is about, in a short row; My Deliveries shows the rest. */
export function TrackedRow({ title, route, notes = [], status, arrival, children, ...age }: TrackedRowProps) {
  return (
    <article className={classes.frame} aria-label={title}>
      <div className={`flex flex-wrap items-center p-4 ${classes.row}`}>
        <div className="min-w-0 wrap-anywhere">
          <b dir="auto">{route}</b>
          <div className="flex flex-wrap gap-x-4">
            {notes.map((note) => (
              <small key={note}>{note}</small>
            ))}
          </div>
        </div>
        <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 size-15 text-soft ${classes.state}`}>
          <StatusBadge {...badgeOf(status)} />
          <span>
            <b>{arrival.headline}</b> <span>{arrival.detail}</span>
          </span>
          <CardAge updatedAt={age.updatedAt} listUpdatedAt={age.listUpdatedAt} />
        </div>
        {children}
      </div>
    </article>
  );
}

/** The packages that a guest can open without their number, also offline. (TRK-17) */
export function StoredPackages({ packages }: { packages: readonly TrackedPackage[] }) {
  const now = useNow();
  return (
    <PageSection title="Saved on this device">
      <WindowedList
        items={packages}
        className="divided"
        chunksClassName="card divided"
        renderItem={({ guid, tracking, at }) => {
          const { status, from, to } = trackingSummary(tracking, now);
          const title = `${from} to ${to}`;
          return (
            <li key={guid}>
              <TrackedRow
                {...{ title, status }}
                route={title}
                arrival={arrivalOf({ status, order: tracking }, now)}
                updatedAt={at}
              >
                <ButtonLink
                  size="sm"
                  variant="default"
                  to="/tracking"
                  search={{ guid }}
                  aria-label={`Track ${title}`}
                >
                  Track
                </ButtonLink>
              </TrackedRow>
            </li>
          );
        }}
      />
    </PageSection>
  );
}
