import { createFileRoute } from '@tanstack/react-router';
import { GuestPaymentScreen } from '../features/guest-payment/GuestPaymentScreen.tsx';

export const Route = createFileRoute('/pay/$key')({
  validateSearch: (search): { canceled?: boolean | undefined } => ({
    // The router parses a value that has only digits as a number.
    canceled: search.canceled === undefined ? undefined : true,
  }),
  component: function GuestPaymentPage() {
    const { key } = Route.useParams();
    const { canceled = false } = Route.useSearch();
    return <GuestPaymentScreen key={key} paymentKey={key} isCanceled={canceled} />;
  },
});
