import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Config } from '../contract/config.ts';
import { DEFAULT_CONFIG } from '../contract/default-config.ts';
import { type Persisted, persistOptions } from './persist.ts';

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
  setConfig: (config: Config) => void;
  rejectConfig: () => void;
  setReachable: (isReachable: boolean) => void;
  setNeedsNetworkSignIn: (needsNetworkSignIn: boolean) => void;
  setConsent: (consent: Consent) => void;
  reset: () => void;
};

export const useApp = create<AppState>()(
  persist(
    (set, get) => ({
      config: DEFAULT_CONFIG,
      hasConfig: false,
      isConfigForeign: false,
      isReachable: true,
      needsNetworkSignIn: false,
      consent: undefined,
      setConfig: (config) => set({ config, hasConfig: true, isConfigForeign: false }),
      rejectConfig: () => set({ isConfigForeign: true }),
      // Every `set` writes to the disk, and most calls do not change the value.
      setReachable: (isReachable) => {
        if (get().isReachable !== isReachable) set({ isReachable });
      },
      setNeedsNetworkSignIn: (needsNetworkSignIn) => {
        if (get().needsNetworkSignIn !== needsNetworkSignIn) set({ needsNetworkSignIn });
      },
      setConsent: (consent) => set({ consent }),
      // The deployment, the network and the user's choice belong to the device and not to the account.
      reset: () => undefined,
    }),
    persistOptions<AppState, Persisted<'PersistedApp'>>({
      name: 'app',
      version: 1,
      schemaIn: ({ PersistedApp }) => PersistedApp,
      // The next page must not take the defaults for the deployment's own configuration.
      partialize: ({ config, hasConfig, consent }) => ({ config: hasConfig ? config : undefined, consent }),
      merge: (stored, current) => ({
        ...current,
        consent: current.consent ?? stored.consent,
        ...(current.hasConfig || stored.config === undefined
          ? {}
          : { config: stored.config, hasConfig: true }),
      }),
    }),
  ),
);
