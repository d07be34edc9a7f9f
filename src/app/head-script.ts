/**
 * The inline script in the head of every prerendered page. It runs before the first paint, so it imports nothing but
 * the recording of early input and the first requests. The build inlines it, and the content policy contains its hash.
 */
import { recordEarlyInput } from './early-input.ts';
import { fillTrackingForms, readTrackingNumber, sendEarlyRequests } from './early-requests.ts';

const { dataset } = document.documentElement;
dataset.mantineColorScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
// The page contains the view of a visitor and a skeleton for a customer; base.css shows one of them.
if (hasSession()) dataset.session = '';
window.earlyInput = recordEarlyInput();
const trackingNumber = readTrackingNumber();
window.earlyRequests = sendEarlyRequests(trackingNumber);
addEventListener('DOMContentLoaded', () => {
  if (trackingNumber !== undefined) fillTrackingForms(trackingNumber);
  // A page in the background is not painted until somebody looks at it.
  if (document.visibilityState === 'hidden') startApp();
  else requestAnimationFrame(() => setTimeout(startApp));
});

/**
 * Loads the app after the first paint, which it would delay: on a first visit its files share the line with the page,
 * and on a repeat visit it has all of them in its cache.
 */
function startApp(): void {
  const files = document.querySelector<HTMLTemplateElement>('#app-files');
  if (files) document.head.append(files.content);
}

function hasSession(): boolean {
  try {
    // The key is USER_KEY in stores/user.ts, whose imports would make this script large.
    return Boolean(JSON.parse(localStorage.getItem('user') ?? '{}').jwtToken);
  } catch {
    return false;
  }
}
