export function DeliveriesScreen() {
  return <h1>My Deliveries</h1>;
}
