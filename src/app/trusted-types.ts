import { useApp } from '../stores/app.ts';

type PolicyRules = {
  createHTML: (html: string) => string | null;
  createScriptURL: (url: string) => string | null;
};
type PolicyFactory = { createPolicy: (name: string, rules: PolicyRules) => unknown };
declare global {
  interface Window {
    /** Missing in browsers without Trusted Types, which ignore the directive. */
    trustedTypes?: PolicyFactory;
  }
}

/** Leaflet parses this when it is loaded, to find out whether the browser knows SVG. */
const LEAFLET_SVG_CHECK = '<svg/>';
const STRIPE_ORIGIN = 'https://js.stripe.com';

/**
 * The content policy forbids to turn a text into HTML or into the address of a script, unless this policy lets it
 * pass. It knows every such text of the app, so injected ones are blocked wherever they come from. Stripe's script
 * and the libraries can use no policy but the default one. (SEC-14)
 */
export function installTrustedTypesPolicy(): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === LEAFLET_SVG_CHECK ? html : null),
    createScriptURL: (url) => (isKnownScript(new URL(url, location.href)) ? url : null),
  });
}

function isKnownScript({ href, origin, pathname }: URL): boolean {
  const { config } = useApp.getState();
  const known = [config.stripe.scriptUrl, config.analytics.sessionRecordingUrl].filter((url) => url !== '');
  if (known.some((url) => new URL(url, location.href).href === href)) return true;
  return origin === STRIPE_ORIGIN || (origin === location.origin && pathname === '/sw.js');
}
