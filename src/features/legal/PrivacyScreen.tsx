export function PrivacyScreen() {
  return <h1>Privacy Policy</h1>;
}
