import { useState } from 'react';
import { TextButton } from '../../ui/TextLink.tsx';
import classes from './OutboxSection.module.css';

/** Where the browser sends what waits by itself, it may also say when it has: if the person wants that. */
export function NotificationOptIn() {
  const [permission, setPermission] = useState(currentPermission);
  if (permission === undefined) return null;
  return (
    <p className={classes.lead} role="status">
      {permission === 'granted' && "We'll notify you when it's sent."}
      {permission === 'denied' && 'Notifications are blocked for this site.'}
      {permission === 'default' && (
        <TextButton onClick={() => void Notification.requestPermission().then(setPermission)}>
          Notify me when it's sent
        </TextButton>
      )}
    </p>
  );
}

/** Undefined if nothing is sent while no page is open, and if the person has blocked notifications. */
function currentPermission(): NotificationPermission | undefined {
  const isSentInBackground = 'Notification' in window && 'SyncManager' in window;
  return isSentInBackground && Notification.permission !== 'denied' ? Notification.permission : undefined;
}
