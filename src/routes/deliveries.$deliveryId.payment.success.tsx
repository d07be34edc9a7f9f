import { createFileRoute } from '@tanstack/react-router';
import { PaymentSuccessScreen } from '../features/deliveries/PaymentSuccessScreen.tsx';
import { LazyInstallOffer } from '../features/install/LazyInstallOffer.tsx';
import { LazyStatusNotifications } from '../features/notifications/LazyStatusNotifications.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/payment/success')({
  component: function PaymentSuccess() {
    const { deliveryId } = Route.useParams();
    return (
      <PaymentSuccessScreen
        offers={
          <>
            <LazyStatusNotifications about={{ kind: 'delivery', id: Number(deliveryId) }} />
            <LazyInstallOffer />
          </>
        }
      />
    );
  },
});
