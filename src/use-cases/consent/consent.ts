import { useApp } from '../../stores/app.ts';

export function useNeedsConsent(): boolean {
  return useApp(
    ({ config: { analytics } }) => analytics.conversionId !== '' || analytics.sessionRecordingUrl !== '',
  );
}

/** Stores the choice. A script that is already running cannot be stopped, so a withdrawal reloads the page. */
export function decideConsent(consent: 'granted' | 'refused'): void {
  const before = useApp.getState().consent;
  useApp.getState().setConsent(consent);
  if (before === 'granted' && consent === 'refused') location.reload();
}
