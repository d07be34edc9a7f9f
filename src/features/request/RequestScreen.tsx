export function RequestScreen() {
  return <h1>Request a Delivery</h1>;
}
