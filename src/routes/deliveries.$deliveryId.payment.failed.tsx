import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/deliveries/$deliveryId/payment/failed')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/deliveries/$deliveryId/payment/cancel', params, replace: true });
  },
});
