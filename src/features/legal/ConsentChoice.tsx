import { Button } from '@mantine/core';
import { useApp } from '../../stores/app.ts';
import { decideConsent, useNeedsConsent } from '../../use-cases/consent/consent.ts';

/** What was chosen, and the other choice, wherever there is something to choose. (LEG-03) */
export function ConsentChoice() {
  const isNeeded = useNeedsConsent();
  const consent = useApp((state) => state.consent);
  if (!isNeeded || consent === undefined) return null;
  const isGranted = consent === 'granted';
  return (
    <p role="status">
      {isGranted ? 'You have agreed. ' : 'You have refused. '}
      <Button variant="default" size="sm" onClick={() => decideConsent(isGranted ? 'refused' : 'granted')}>
        {isGranted ? 'Take my consent back' : 'Agree after all'}
      </Button>
    </p>
  );
}
