import { useApp } from '../../stores/app.ts';

/** Whether anything on this deployment needs the visitor's consent at all. */
export function useNeedsConsent(): boolean {
  return useApp(
    ({ config: { analytics } }) => analytics.conversionId !== '' || analytics.sessionRecordingUrl !== '',
  );
}

/** A tool that runs already cannot be stopped from outside; the page begins anew without it. */
export function decideConsent(consent: 'granted' | 'refused'): void {
  const before = useApp.getState().consent;
  useApp.getState().setConsent(consent);
  if (before === 'granted' && consent === 'refused') location.reload();
}
