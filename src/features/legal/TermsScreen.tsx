import { LegalPage } from './LegalPage.tsx';
import terms from './terms.md?raw';

export function TermsScreen() {
  return <LegalPage title="Terms & Conditions" text={terms} />;
}
