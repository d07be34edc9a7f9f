import type { Config } from '../contract/config.ts';
import { DEFAULT_CONFIG } from '../contract/default-config.ts';
import { createPersistedStore, type Persisted } from './persist.ts';

type Consent = NonNullable<Persisted<'PersistedApp'>['consent']>;

type AppState = {
  /** The deployment's configuration: the stored copy at first, the fetched one as soon as it has arrived. */
  config: Config;
  /** Whether the configuration is the deployment's own and not the defaults. */
  hasConfig: boolean;
  /** Whether something else than this deployment has responded to the last request for the configuration. */
  isConfigForeign: boolean;
  /** Whether any server responds. If false, the app shows "You are offline"; a 502 does not count as offline. */
  isReachable: boolean;
  /** A captive portal responds instead of our server until the user has signed in to the network. */
  needsNetworkSignIn: boolean;
  /** The user's choice about analytics; undefined until they have made one. */
  consent: Consent | undefined;
};

const INITIAL: AppState = {
  config: DEFAULT_CONFIG,
  hasConfig: false,
  isConfigForeign: false,
  isReachable: true,
  needsNetworkSignIn: false,
  consent: undefined,
};

export const useApp = createPersistedStore(
  INITIAL,
  {
    name: 'app',
    schemaIn: ({ PersistedApp }) => PersistedApp,
    // The next page must not take the defaults for the deployment's own configuration.
    partialize: ({ config, hasConfig, consent }) => ({ config: hasConfig ? config : undefined, consent }),
    merge: ({ config, consent }, current) => ({
      consent: current.consent ?? consent,
      ...(current.hasConfig || config === undefined ? {} : { config, hasConfig: true }),
    }),
  },
  (set, get) => ({
    setConfig: (config: Config) => set({ config, hasConfig: true, isConfigForeign: false }),
    rejectConfig: () => set({ isConfigForeign: true }),
    // Every `set` writes to the disk, and most calls do not change the value.
    setReachable: (isReachable: boolean) => {
      if (get().isReachable !== isReachable) set({ isReachable });
    },
    setNeedsNetworkSignIn: (needsNetworkSignIn: boolean) => {
      if (get().needsNetworkSignIn !== needsNetworkSignIn) set({ needsNetworkSignIn });
    },
    setConsent: (consent: Consent) => set({ consent }),
    // The deployment, the network and the user's choice belong to the device and not to the account.
    reset: () => undefined,
  }),
);
