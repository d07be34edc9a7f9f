import { WindowedList } from '../../components/WindowedList.tsx';
import { arrivalOf } from '../../domain/arrival.ts';
import { trackingSummary } from '../../domain/tracking-summary.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { useNow } from '../../ui/use-now.ts';
import { TrackedRow } from './TrackedRow.tsx';

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
