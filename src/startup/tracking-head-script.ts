/** The inline script in the head of the prerendered page of Package Tracking: that of every page, and its links. */
import './head-script.ts';
import { readTrackingNumber, requestTrackedPackage, showTrackingNumber } from './early-requests.ts';

const trackingNumber = readTrackingNumber();
if (trackingNumber !== undefined && window.earlyRequests) {
  document.documentElement.dataset.tracking = '';
  requestTrackedPackage(window.earlyRequests, trackingNumber);
  showTrackingNumber(trackingNumber);
}
