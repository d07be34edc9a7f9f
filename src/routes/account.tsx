import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../features/account/AccountScreen.tsx';
import { readAccountSearch } from '../features/account/account-search.ts';

export const Route = createFileRoute('/account')({ validateSearch: readAccountSearch, component: Account });

function Account() {
  const navigate = Route.useNavigate();
  return (
    <AccountScreen
      search={Route.useSearch()}
      onSearchChange={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
