export function DeliveryDetailsScreen({ deliveryId }: { deliveryId: string }) {
  return <h1>Delivery {deliveryId}</h1>;
}
