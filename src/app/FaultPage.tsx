export function FaultPage() {
  return <p>Something went wrong</p>;
}
