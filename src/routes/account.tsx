import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../features/account/AccountScreen.tsx';
import { readAccountSearch } from '../features/account/account-search.ts';
import { ParkedRequests } from '../features/outbox/ParkedRequests.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';

export const Route = createFileRoute('/account')({ validateSearch: readAccountSearch, component: Account });

/** The lazy component of the other screens is in a file that this page does not need otherwise. */
const DeviceNotifications = lazyComponent(() =>
  import('../features/notifications/StatusNotifications.tsx').then((file) => file.StatusNotifications),
);

function Account() {
  const navigate = Route.useNavigate();
  return (
    <AccountScreen
      search={Route.useSearch()}
      parkedRequests={<ParkedRequests />}
      notifications={<DeviceNotifications about={{ kind: 'all' }} />}
      onSearchChange={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
