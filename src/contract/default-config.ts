import { MAP_CENTRE, MAP_ZOOM, TRACKING_REFRESH_IN_TRANSIT_MS, TRACKING_REFRESH_MS } from './constants.ts';
import { DEFAULT_PRESETS } from './presets.ts';

/**
 * The value of each field that `/config.json` does not set. They are not in the file of the schema, because the page
 * needs them before it loads any schema.
 */
export const DEFAULT_CONFIG = {
  apiBase: '/api',
  hookBase: '/hook',
  idempotency: { api: true, hook: true },
  changePasswordAnswers401: false,
  stripe: { publishableKey: '', scriptUrl: '' },
  checkoutHosts: ['checkout.stripe.com'],
  geocoder: {
    searchUrl: '/geocode/search',
    reverseUrl: '/geocode/reverse',
    typeAhead: true,
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
  operator: {
    name: '',
    number: '',
    vatNumber: '',
    address: '',
    region: '',
    dataProtectionContact: '',
    retention: '',
  },
  analytics: { conversionId: '', sessionRecordingUrl: '' },
  tracking: { refreshMs: TRACKING_REFRESH_MS, refreshInTransitMs: TRACKING_REFRESH_IN_TRANSIT_MS },
  presets: DEFAULT_PRESETS,
  push: { publicKey: '' },
  demo: false,
  demonstration: false,
};
