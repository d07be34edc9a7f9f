import { Button } from '@mantine/core';
import { useApp } from '../../stores/app.ts';
import { decideConsent, useNeedsConsent } from '../../use-cases/consent/consent.ts';
import { LegalPage } from './LegalPage.tsx';
import privacy from './privacy.md?raw';

/** Update its text together with the code that stores and sends data. */
export function PrivacyScreen() {
  return (
    <LegalPage title="Privacy Policy" text={privacy}>
      <ConsentChoice />
    </LegalPage>
  );
}

/** The user's choice and a button to change it, if this deployment needs consent. (LEG-03) */
function ConsentChoice() {
  const isNeeded = useNeedsConsent();
  const consent = useApp((state) => state.consent);
  if (!isNeeded || consent === undefined) return null;
  const isGranted = consent === 'granted';
  return (
    <p role="status">
      {isGranted ? 'You have accepted. ' : 'You have declined. '}
      <Button variant="default" size="sm" onClick={() => decideConsent(isGranted ? 'refused' : 'granted')}>
        {isGranted ? 'Withdraw consent' : 'Accept'}
      </Button>
    </p>
  );
}
