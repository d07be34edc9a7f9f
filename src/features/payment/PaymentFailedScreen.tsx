export function PaymentFailedScreen({ deliveryId }: { deliveryId: string }) {
  return <h1>Delivery {deliveryId}</h1>;
}
