import { RouteCard } from '../../components/RouteCard.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import { arrivalOf } from '../../domain/arrival.ts';
import { trackingSummary } from '../../domain/tracking-summary.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { useNow } from '../../ui/use-now.ts';

/** The packages that a guest can open without their number, also offline. (TRK-17) */
export function StoredPackages({ packages }: { packages: readonly TrackedPackage[] }) {
  const now = useNow();
  return (
    <PageSection title="Saved on this device">
      <WindowedList
        items={packages}
        className="stack gap-3"
        renderItem={({ guid, tracking, at }) => {
          const { status, from, to } = trackingSummary(tracking, now);
          const title = `${from} to ${to}`;
          return (
            <li key={guid}>
              <article className="card" aria-label={title}>
                <RouteCard
                  status={status}
                  from={{ title: from, detail: '' }}
                  to={{ title: to, detail: '' }}
                  arrival={arrivalOf({ status, order: tracking }, now)}
                  updatedAt={at}
                  isNarrow
                  action={
                    <ButtonLink
                      size="sm"
                      variant="default"
                      to="/tracking"
                      search={{ guid }}
                      aria-label={`Track ${title}`}
                    >
                      Track
                    </ButtonLink>
                  }
                />
              </article>
            </li>
          );
        }}
      />
    </PageSection>
  );
}
