import { useCallback, useEffect, useId, useState } from 'react';
import { canNotify, type PushOutcome, readPushSubjects, turnOffPush, turnOnPush } from '../../push/push.ts';
import { type PushSubject, subjectKey } from '../../push/push-copy.ts';
import { useApp } from '../../stores/app.ts';
import { useAccount } from '../../stores/user.ts';
import { TextLink } from '../../ui/Links.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';

const ALL: PushSubject = { kind: 'all' };
const OFFLINE_REASON = 'Changing this needs a connection.';
const FAILURES: Partial<Record<PushOutcome, string>> = {
  blocked: "Notifications are blocked for this site. You can allow them in your browser's settings.",
  dismissed: 'You have not allowed notifications. Nothing has changed.',
  noService: "Your browser can't reach its notification service. Try again later.",
  full: 'No more devices can get notifications about this. Turn them off on another device first.',
  failed: 'This did not work. Check your connection and try again.',
};

/**
 * Offers notifications about the status of deliveries on this device. The browser asks the user only after they have
 * pressed a button here. It renders nothing where the browser or the deployment has no push messages. (PRD-81)
 */
export function StatusNotifications({ about }: { about: PushSubject }) {
  const headingId = useId();
  const publicKey = useApp(({ config }) => config.push.publicKey);
  const isCustomer = useAccount() !== undefined;
  const { isAvailable, subjects, update } = usePushSubjects();
  const [outcome, setOutcome] = useState<PushOutcome>();
  const [busyWith, setBusyWith] = useState<string>();
  if (publicKey === '' || !isAvailable || (!canNotify() && outcome !== 'blocked')) return null;

  const run = async (subject: PushSubject, change: () => Promise<PushOutcome>) => {
    setBusyWith(subjectKey(subject));
    // The browser itself may refuse, for example because its data is being cleared.
    setOutcome(await change().catch((): PushOutcome => 'failed'));
    await update();
    setBusyWith(undefined);
  };
  const turnOn = (subject: PushSubject) => void run(subject, () => turnOnPush(subject, publicKey));
  const turnOff = (subject: PushSubject) => void run(subject, () => turnOffPush(subject));
  const button = (subject: PushSubject) => ({
    size: 'sm',
    reason: OFFLINE_REASON,
    loading: busyWith === subjectKey(subject),
    disabled: busyWith !== undefined && busyWith !== subjectKey(subject),
  });

  const isAllOn = isCustomer && subjects.has(subjectKey(ALL));
  const current = isAllOn ? ALL : subjects.has(subjectKey(about)) ? about : undefined;
  const failure = outcome && FAILURES[outcome];
  return (
    <section className="card stack gap-3 px-5 py-4 text-left" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-md">
        Notifications on this device
      </h2>
      <p role="status">
        {failure ??
          (current === undefined
            ? "We'll tell you here when the status or the arrival time changes."
            : current.kind === 'all'
              ? "You'll be notified about all your deliveries."
              : "You'll be notified about this delivery.")}
      </p>
      <div className="flex flex-wrap gap-2">
        {current && (
          <OnlineButton {...button(current)} variant="default" onClick={() => turnOff(current)}>
            Turn off notifications
          </OnlineButton>
        )}
        {current === undefined && about.kind !== 'all' && (
          <OnlineButton {...button(about)} variant="default" onClick={() => turnOn(about)}>
            Notify me about this delivery
          </OnlineButton>
        )}
        {isCustomer && !isAllOn && (
          <OnlineButton
            {...button(ALL)}
            variant={about.kind === 'all' ? 'default' : 'subtle'}
            onClick={() => turnOn(ALL)}
          >
            Notify me about all my deliveries
          </OnlineButton>
        )}
      </div>
      {isCustomer && about.kind !== 'all' && (
        <p className="text-sm text-muted">
          You can also get emails. <TextLink to="/account">Choose in your account</TextLink>
        </p>
      )}
    </section>
  );
}

/** What this device is notified about, as the browser and the device know it. */
function usePushSubjects() {
  const [state, setState] = useState<Awaited<ReturnType<typeof readPushSubjects>>>({
    isAvailable: false,
    subjects: new Set(),
  });
  const update = useCallback(async () => setState(await readPushSubjects()), []);
  useEffect(() => {
    // Another tab or the settings of the browser may have changed them while this page was hidden.
    const read = () => {
      if (canNotify() && document.visibilityState === 'visible') void update();
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [update]);
  return { ...state, update };
}
