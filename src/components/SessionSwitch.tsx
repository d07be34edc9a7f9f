import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import classes from './SessionSwitch.module.css';
import { SkeletonCard } from './SkeletonCard.tsx';

type SessionSwitchProps = {
  /** Who is logged in; another account gets a view with new state. */
  account: string | undefined;
  guest: ReactNode;
  /** Without an account it must render a loading state, unless there is `loading`. */
  customer: ReactNode;
  /** What a placeholder says that a prerendered page contains in place of the customer's view. */
  loading?: string;
};

/**
 * The view of a guest or of a customer. A prerendered page contains both, the customer's in its loading state: before
 * the first paint, the script in its head marks the root element if there is a session, and the styles hide one of
 * them. Hydration needs the same markup, so that the other one is removed just after it.
 */
export function SessionSwitch({ account, guest, customer, loading }: SessionSwitchProps) {
  const isHydrated = useHydrated();
  // The prerendered view becomes the view of the first account, so that nothing in it is rendered again.
  const [firstAccount, setFirstAccount] = useState(account);
  if (account !== undefined && firstAccount === undefined) setFirstAccount(account);
  return (
    <>
      {(!isHydrated || account === undefined) && (
        <div key="guest" className={isHydrated ? classes.shown : classes.guest}>
          {guest}
        </div>
      )}
      {(!isHydrated || account !== undefined) && (
        <div
          key={account === undefined || account === firstAccount ? 'customer' : account}
          className={isHydrated ? classes.shown : classes.customer}
        >
          {isHydrated || loading === undefined ? customer : <Placeholder text={loading} />}
        </div>
      )}
    </>
  );
}

/** It is as high as a screen, so that the footer does not move when the view replaces it. */
function Placeholder({ text }: { text: string }) {
  return (
    <div className="col-span-full mt-5" style={{ minHeight: '100dvh' }}>
      <span className="sr-only" role="status">
        {text}
      </span>
      <SkeletonCard />
    </div>
  );
}
