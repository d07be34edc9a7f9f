import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/deliveries/$deliveryId/details')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/deliveries/$deliveryId', params, replace: true });
  },
});
