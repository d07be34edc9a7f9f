import { createFileRoute } from '@tanstack/react-router';
import { PaymentSuccessScreen } from '../features/deliveries/PaymentSuccessScreen.tsx';
import { LazyInstallOffer } from '../features/install/LazyInstallOffer.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/payment/success')({
  component: function PaymentSuccess() {
    const { deliveryId } = Route.useParams();
    return <PaymentSuccessScreen deliveryId={deliveryId} installOffer={<LazyInstallOffer />} />;
  },
});
