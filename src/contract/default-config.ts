import { MAP_CENTRE, MAP_ZOOM, TRACKING_REFRESH_IN_TRANSIT_MS, TRACKING_REFRESH_MS } from './constants.ts';
import { DEFAULT_PRESETS } from './presets.ts';

/**
 * The value of each field that `/config.json` does not set. They are not in the file of the schema, because the page
 * needs them before it loads any schema.
 */
export const DEFAULT_CONFIG = {
  /** Base URLs of the API and of the guest hook: absolute, or relative to the page's origin. */
  apiBase: '/api',
  hookBase: '/hook',
  /** Whether the API and the hook support `Idempotency-Key`. */
  idempotency: { api: true, hook: true },
  /** Whether the API rejects an edit of an older version of a delivery, which the app names in `If-Match`, with 412. */
  versions: false,
  /** Whether the API returns 401 for a wrong old password, as other APIs do, instead of 403 like ours. */
  changePasswordAnswers401: false,
  stripe: {
    publishableKey: '',
    /** The URL of the sandbox's Stripe.js-compatible script; empty means Stripe's own script. */
    scriptUrl: '',
  },
  /** Hosts that a checkout page may be on, in addition to the page's own host. */
  checkoutHosts: ['checkout.stripe.com'],
  geocoder: {
    searchUrl: '/geocode/search',
    reverseUrl: '/geocode/reverse',
    /** Whether the geocoder allows type-ahead, that is, requests while the user types. */
    typeAhead: true,
    /** Whether it serves `source=gazetteer` from its own data, which allows type-ahead. */
    gazetteerWhileTyping: false,
    attribution: '© GeoNames (CC BY 4.0)',
  },
  tiles: {
    url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors',
    attributionUrl: 'https://www.openstreetmap.org/copyright',
    reportUrl: 'https://www.openstreetmap.org/fixthemap',
    maxZoom: 19,
  },
  map: { latitude: MAP_CENTRE.latitude, longitude: MAP_CENTRE.longitude, zoom: MAP_ZOOM },
  support: { email: 'support@send.example', chatUrl: '' },
  /** The company that runs the deployment. The legal pages show a placeholder for each field that is empty. */
  operator: {
    name: '',
    /** Its number in the register of companies. */
    number: '',
    vatNumber: '',
    address: '',
    /** Where it delivers, such as "Dublin and Wicklow". */
    region: '',
    dataProtectionContact: '',
    /** How long it stores accounts and deliveries, such as "two years". */
    retention: '',
  },
  /** Both are off unless the operator sets them and the user consents. The second is the URL of a script. */
  analytics: { conversionId: '', sessionRecordingUrl: '' },
  tracking: { refreshMs: TRACKING_REFRESH_MS, refreshInTransitMs: TRACKING_REFRESH_IN_TRANSIT_MS },
  /** The sizes and weights that the wizard offers besides Standard, Light, Heavy and Custom. */
  presets: DEFAULT_PRESETS,
  /** Without a key the server sends no notifications, and the app offers none. */
  push: { publicKey: '' },
  /** Whether this deployment has demo data, so that the login form can offer the demo account. */
  demo: false,
  /** Whether payments or emails are simulated although other machines can reach it. Every page then says so. */
  demonstration: false,
};
