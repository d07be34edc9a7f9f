import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

type ProviderConfig = { publishableKey: string; scriptUrl: string };

let loading: Promise<Stripe | null> | undefined;

/**
 * Loads the card provider's client, once. A `scriptUrl` replaces the provider's own script, for the sandbox. After a
 * failed load the next call retries.
 */
export function loadCardProvider(config: ProviderConfig): Promise<Stripe | null> {
  loading ??= loadStripeClient(config).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadStripeClient({ publishableKey, scriptUrl }: ProviderConfig): Promise<Stripe | null> {
  if (scriptUrl !== '' && !('Stripe' in window)) await loadScript(scriptUrl);
  return loadStripe(publishableKey);
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The card provider could not be loaded'));
    };
    document.head.append(script);
  });
}
