import { useApp } from '../../stores/app.ts';

let isLoaded = false;

/** Loads the operator's session-recording script once the user has consented, and never before. (LEG-03) */
export function startRecordingOnConsent(): void {
  loadRecordingScript();
  useApp.subscribe(loadRecordingScript);
}

function loadRecordingScript(): void {
  const { config, consent } = useApp.getState();
  const url = config.analytics.sessionRecordingUrl;
  if (isLoaded || url === '' || consent !== 'granted') return;
  isLoaded = true;
  const script = document.createElement('script');
  script.async = true;
  script.src = url;
  document.head.append(script);
}
