import { useState } from 'react';
import { TextButton } from '../../ui/TextLink.tsx';
import classes from './WaitingSection.module.css';

/** Where the browser sends what waits by itself, it may also say when it has: if the person wants that. */
export function TellMe() {
  const [permission, setPermission] = useState(permissionNow);
  if (permission === undefined) return null;
  return (
    <p className={classes.lead} role="status">
      {permission === 'granted' && 'You will be told when they have gone out.'}
      {permission === 'denied' && 'Notifications are blocked for this site.'}
      {permission === 'default' && (
        <TextButton onClick={() => void Notification.requestPermission().then(setPermission)}>
          Tell me when they have gone out
        </TextButton>
      )}
    </p>
  );
}

/** Undefined where nothing is sent while no page is open, and for whoever has said no before. */
function permissionNow(): NotificationPermission | undefined {
  const isSentAlone = 'Notification' in window && 'SyncManager' in window;
  return isSentAlone && Notification.permission !== 'denied' ? Notification.permission : undefined;
}
