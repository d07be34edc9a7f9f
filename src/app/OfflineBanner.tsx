import { useState } from 'react';
import { useApp } from '../stores/app.ts';
import { Icon } from '../ui/Icon.tsx';
import { TextButton } from '../ui/TextLink.tsx';
import classes from './OfflineBanner.module.css';

/** Says once, calmly, that the server cannot be reached; the region stays, so that its coming is announced. */
export function OfflineBanner() {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const [isTrying, setIsTrying] = useState(false);

  const tryNow = async () => {
    setIsTrying(true);
    try {
      const { retryConnection: tryToReach } = await import('../pwa/connectivity.ts');
      await tryToReach();
    } finally {
      setIsTrying(false);
    }
  };

  return (
    <div role="status" className={classes.region}>
      {!isReachable && (
        <div className={classes.banner}>
          <div className={classes.row}>
            <Icon name="offline" />
            <p>
              <b>You are offline.</b> What you write is kept here and sent later.
            </p>
            <TextButton className={classes.try} onClick={tryNow} disabled={isTrying}>
              {isTrying ? 'Trying…' : 'Try now'}
            </TextButton>
          </div>
        </div>
      )}
    </div>
  );
}
