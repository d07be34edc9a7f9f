export function TermsScreen() {
  return <h1>Terms &amp; Conditions</h1>;
}
