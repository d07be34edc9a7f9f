/**
 * The inline script in the head of every prerendered page, and a part of that of Package Tracking. It runs before the
 * first paint, so it imports nothing but the recording of early input and the first requests. The build inlines it, and
 * the content policy contains its hash.
 */
import './overlay-entries.ts';
import { recordEarlyInput } from './early-input.ts';
import { sendEarlyRequests } from './early-requests.ts';

const { dataset } = document.documentElement;
// The page contains the view of a guest and a skeleton for a customer; base.css shows one of them.
if (hasSession()) dataset.session = '';
// The browser may be wrong, and connectivity.ts checks it.
if (!navigator.onLine) dataset.offline = '';
// The key is that of stores/page-marks.ts.
const marks = readStored('send-marks');
if (marks !== null) dataset.marks = marks;
window.openingWorker = navigator.serviceWorker?.controller;
// The worker has stored the app, and the device its data.
const isRepeatVisit = Boolean(window.openingWorker);
window.earlyInput = recordEarlyInput();
window.earlyRequests = sendEarlyRequests(isRepeatVisit);
addEventListener('DOMContentLoaded', () => {
  // The document has arrived, so its scripts, which are downloaded and not run, no longer compete with it for the
  // connection. On a repeat visit they are in the cache, and reading them now would only delay the first paint.
  if (!isRepeatVisit) document.head.append(removeFromTemplate('link[rel=modulepreload]'));
  // A page in the background is not painted until the user looks at it.
  if (document.visibilityState === 'hidden') startApp();
  else requestAnimationFrame(() => setTimeout(startApp));
});

/** Runs the app after the first paint, which it would delay, and loads the styles that this paint does not need. */
function startApp(): void {
  document.head.append(removeFromTemplate('link, script'));
}

/** Removes the elements that match from the template of the page's files. */
function removeFromTemplate(selector: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const files = document.querySelector<HTMLTemplateElement>('#app-files');
  fragment.append(...(files?.content.querySelectorAll(selector) ?? []));
  return fragment;
}

function hasSession(): boolean {
  // The key is USER_KEY in stores/user.ts, whose imports would make this script large.
  return /"jwtToken":"[^"]/.test(readStored('user') ?? '');
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
