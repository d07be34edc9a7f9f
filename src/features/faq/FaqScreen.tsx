export function FaqScreen() {
  return <h1>FAQ</h1>;
}
