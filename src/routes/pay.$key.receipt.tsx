import { createFileRoute } from '@tanstack/react-router';
import { GuestReceiptScreen } from '../features/guest-payment/GuestReceiptScreen.tsx';

export const Route = createFileRoute('/pay/$key/receipt')({
  component: function GuestReceiptPage() {
    const { key } = Route.useParams();
    return <GuestReceiptScreen key={key} paymentKey={key} />;
  },
});
