import { useState } from 'react';
import { askForNotifications } from '../../push/ask-permission.ts';
import { TextButton } from '../../ui/Links.tsx';

/** Offers a notification for requests that the service worker sends while no page is open. */
export function NotificationOptIn() {
  const [permission, setPermission] = useState(currentPermission);
  if (permission === undefined) return null;
  return (
    <p className="text-sm text-soft" role="status">
      {permission === 'granted' && "We'll notify you when it's sent."}
      {permission === 'denied' && 'Notifications are blocked for this site.'}
      {permission === 'default' && (
        <TextButton onClick={() => void askForNotifications().then(setPermission)}>
          Notify me when it's sent
        </TextButton>
      )}
    </p>
  );
}

/** Undefined if the browser sends nothing while no page is open, or if the user has blocked notifications. */
function currentPermission(): NotificationPermission | undefined {
  const isSentInBackground = 'Notification' in window && 'SyncManager' in window;
  return isSentInBackground && Notification.permission !== 'denied' ? Notification.permission : undefined;
}
