import { useApp } from '../stores/app.ts';

let isLoaded = false;

/** Loads the operator's session-recording tool once the visitor has agreed, and never before. (LEG-03) */
export function recordForThoseWhoAgreed(): void {
  load();
  useApp.subscribe(load);
}

function load(): void {
  const { config, consent } = useApp.getState();
  const url = config.analytics.sessionRecordingUrl;
  if (isLoaded || url === '' || consent !== 'granted') return;
  isLoaded = true;
  const script = document.createElement('script');
  script.async = true;
  script.src = url;
  document.head.append(script);
}
