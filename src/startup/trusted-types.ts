import { useApp } from '../stores/app.ts';

type PolicyRules = Record<'createHTML' | 'createScriptURL', (text: string) => string | null>;

declare global {
  interface Window {
    /** This is undefined in browsers without Trusted Types, which ignore the directive. */
    trustedTypes?: { createPolicy: (name: string, rules: PolicyRules) => unknown };
  }
}

/** Leaflet parses this text when it loads, to find out whether the browser supports SVG. */
const LEAFLET_SVG_CHECK = '<svg/>';
const STRIPE_ORIGIN = 'https://js.stripe.com';

/**
 * The content security policy forbids turning a text into HTML or into the address of a script unless this policy
 * allows it. The policy contains every such text of the app, so injected ones are blocked wherever they come from. It
 * is the default policy, because the script of Stripe and the libraries cannot use another one. (SEC-14)
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
