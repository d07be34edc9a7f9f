import { useDidUpdate } from '@mantine/hooks';
import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { TRACKING_RESULT_ID } from '../../contract/pages.ts';
import { pause } from '../../contract/pause.ts';
import { DISPLAY_STATUS_LABELS, displayStatusOfOrder } from '../../contract/status.ts';
import { isReference, numberInText } from '../../contract/tracking-number.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useMark } from '../../stores/page-marks.ts';
import { useTracked } from '../../stores/tracked.ts';
import { currentAccount, useUser } from '../../stores/user.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Illustration } from '../../ui/Illustration.tsx';
import { TextButton, TextLink } from '../../ui/Links.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { lazyCode, lazyComponent } from '../../ui/lazy-component.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { whenUsed } from '../../ui/when-idle.ts';
import { findTrackedPackage } from '../../use-cases/tracking/look-up-package.ts';
import type { TrackingProps } from './CustomerTracking.tsx';
import { LookupMessage, useLookup } from './LookupMessage.tsx';
import { TrackForm } from './TrackForm.tsx';
import classes from './TrackingScreen.module.css';

/** A guest neither loads it nor gets its markup. */
const CustomerTracking = lazyComponent(
  () => import('./CustomerTracking.tsx').then((file) => file.CustomerTracking),
  { fallback: <SkeletonCard />, showsFailure: true },
);

/** A network that does not respond must not delay hydration for long. */
const PRELOAD_WAIT_MS = 500;

/** Loads what the page shows at once, before it is rendered or hydrated. */
export async function prepareTracking(guid?: string): Promise<void> {
  if (currentAccount() !== undefined) await CustomerTracking.preload();
  else if (guid !== undefined && findTrackedPackage(useTracked.getState().list, guid)) {
    await Promise.race([result.preload(), pause(PRELOAD_WAIT_MS)]);
  }
}

export function TrackingScreen({ guid, onTrack, renderNotifications }: TrackingProps) {
  const account = useUser(({ user }) => user?.email);
  const number = guid === undefined ? undefined : numberInText(guid);
  return (
    <>
      <PageHeading className={classes.heading}>Package Tracking</PageHeading>
      <SessionSwitch
        account={account}
        guest={<GuestTracking guid={number} onTrack={onTrack} renderNotifications={renderNotifications} />}
        customer={
          <CustomerTracking guid={number} onTrack={onTrack} renderNotifications={renderNotifications} />
        }
        loading="Loading your deliveries"
      />
    </>
  );
}

const StoredPackages = lazyComponent(() => import('./TrackedRow.tsx').then((file) => file.StoredPackages));
/** The code of a result, which a page without a number does not show. */
const result = lazyCode(() => import('./TrackingResults.tsx'));

function GuestTracking({ guid, onTrack, renderNotifications }: TrackingProps) {
  const isHydrated = useHydrated();
  // The form looks references up.
  const number = isReference(guid) ? undefined : guid;
  const lookup = useLookup(number);
  // The form stays open for the result if the user has asked for it, or is changing the number.
  const [isUnfolded, setIsUnfolded] = useState(false);
  const stored = useTracked(({ list }) =>
    number === undefined ? undefined : findTrackedPackage(list, number),
  );
  // The prerendered page does not know what the device has stored. (TRK-17)
  const packages = useTracked(({ list }) => list);
  useMark(useTracked, 'packages', packages.length > 0);
  const hasNumber = number !== undefined;
  useEffect(() => {
    if (!hasNumber) return whenUsed(() => void result.preload());
    void result.preload();
    return undefined;
  }, [hasNumber]);
  const found = lookup.status === 'notFound' ? undefined : stored;
  const { code: Result, hasFailed, retry } = result.useCode(found !== undefined);
  const shown = Result || hasFailed ? found : undefined;
  const isPending = !isHydrated || (found ? !shown : lookup.status === 'loading');
  return (
    <div className={`stack gap-8 mt-4 ${classes.track}`}>
      <div className={`stack content-start gap-4 min-w-0 relative ${classes.left}`}>
        <FoldedForm isFolded={shown !== undefined && !isUnfolded} onUnfold={() => setIsUnfolded(true)}>
          <TrackForm
            guid={guid}
            isBusy={lookup.status === 'loading'}
            onEdit={() => setIsUnfolded(true)}
            onTrack={(next) => {
              setIsUnfolded(false);
              if (next === guid) lookup.retry();
              else onTrack(next);
            }}
          />
        </FoldedForm>
        {/* The focus moves to another button, if it moves at all. */}
        <p className="sr-only" role="status">
          {shown && `Package found: ${DISPLAY_STATUS_LABELS[displayStatusOfOrder(shown.tracking)]}`}
        </p>
        {isPending && <ServerResult />}
        {shown && hasFailed && <LoadFailure onRetry={retry} />}
        {shown ? (
          Result && <Result.TrackingCard key={shown.guid} tracked={shown} lookup={lookup} />
        ) : (
          <div className={classes.state}>
            <LookupMessage lookup={isPending ? { ...lookup, status: 'loading' } : lookup} />
            {isPending && <SkeletonCard />}
          </div>
        )}
        {isHydrated && !shown && !isPending && packages.length > 0 && <StoredPackages packages={packages} />}
      </div>
      {shown ? (
        Result && <Result.GuestPackage tracked={shown} renderNotifications={renderNotifications} />
      ) : (
        <TrackingHelp hasPicture={lookup.status !== 'notFound'} />
      )}
    </div>
  );
}

/**
 * The element into which the server inserts the result of a lookup. Browsers without scripts show it, and all others
 * until the app shows the result itself. React does not change the content of this element.
 */
function ServerResult() {
  return (
    <div id={TRACKING_RESULT_ID} className={classes.serverResult} suppressHydrationWarning>
      {''}
    </div>
  );
}

type FoldedFormProps = { isFolded: boolean; onUnfold: () => void; children: ReactNode };

/** A form that the result replaces. It stays mounted, so that it retains what was typed. (TRK-13) */
function FoldedForm({ isFolded, onUnfold, children }: FoldedFormProps) {
  const form = useRef<HTMLDivElement>(null);
  const unfold = useRef<HTMLButtonElement>(null);

  // The browser takes the focus away from a hidden element after the layout, so it is moved before.
  useLayoutEffect(() => {
    if (isFolded && form.current?.contains(document.activeElement)) unfold.current?.focus();
  }, [isFolded]);

  useDidUpdate(() => {
    if (isFolded) return;
    const input = form.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, [isFolded]);

  return (
    <>
      {isFolded && (
        <div>
          <SmallButton ref={unfold} leftSection={<Icon name="search" />} onClick={onUnfold}>
            Track another package
          </SmallButton>
        </div>
      )}
      <div ref={form} hidden={isFolded}>
        {children}
      </div>
    </>
  );
}

/** Help for guests, shown until there is a result. Its picture is left out below a message that has the same one. */
function TrackingHelp({ hasPicture }: { hasPicture: boolean }) {
  const openAuth = useDialogs((dialogs) => dialogs.openAuth);
  return (
    <aside
      className={`stack content-start justify-items-center gap-2 bg-sunken text-center ${classes.help}`}
      aria-label="About tracking"
    >
      {hasPicture && <Illustration name="search" />}
      <h2 className="mt-3">Where is my tracking number?</h2>
      <p className="max-w-md text-soft">
        We'll email it to you as soon as we have accepted your request. You can also find it in your delivery
        details.
      </p>
      <div className="flex flex-wrap justify-center gap-x-6">
        <TextButton onClick={() => openAuth('login')}>Log in to see all your deliveries</TextButton>
        <TextLink to="/faq">Read the FAQ</TextLink>
      </div>
    </aside>
  );
}
