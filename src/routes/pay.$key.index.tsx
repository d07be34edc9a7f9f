import { createFileRoute } from '@tanstack/react-router';
import { GuestPaymentScreen } from '../features/deliveries/GuestPaymentScreen.tsx';

export const Route = createFileRoute('/pay/$key/')({
  validateSearch: (search): { canceled?: boolean | undefined; session_id?: string | undefined } => ({
    canceled: search.canceled === undefined ? undefined : true,
    session_id: typeof search.session_id === 'string' ? search.session_id : undefined,
  }),
  component: function GuestPaymentPage() {
    const { key } = Route.useParams();
    const { canceled = false, session_id } = Route.useSearch();
    return (
      <GuestPaymentScreen
        key={key}
        paymentKey={key}
        isCanceled={canceled}
        isReturning={session_id !== undefined}
      />
    );
  },
});
