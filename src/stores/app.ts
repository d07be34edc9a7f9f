import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { Config, DEFAULT_CONFIG } from '../contract/config.ts';
import { persistOptions } from './persist.ts';

const Consent = v.picklist(['granted', 'refused']);

type AppState = {
  /** The deployment's configuration: the stored copy at first, the fetched one as soon as it has arrived. */
  config: Config;
  /** Whether the configuration is the deployment's own and not just our defaults. */
  hasConfig: boolean;
  /** Whether the API can be reached. It follows from the outcome of calls; `navigator.onLine` is only a hint. */
  isReachable: boolean;
  /** The visitor's choice about analytics; undefined until they have made one. */
  consent: v.InferOutput<typeof Consent> | undefined;
  setConfig: (config: Config) => void;
  setReachable: (isReachable: boolean) => void;
  setConsent: (consent: v.InferOutput<typeof Consent>) => void;
  reset: () => void;
};

const PersistedApp = v.object({ config: Config, consent: v.fallback(v.optional(Consent), undefined) });

export const useApp = create<AppState>()(
  persist(
    (set) => ({
      config: DEFAULT_CONFIG,
      hasConfig: false,
      isReachable: true,
      consent: undefined,
      setConfig: (config) => set({ config, hasConfig: true }),
      setReachable: (isReachable) => set({ isReachable }),
      setConsent: (consent) => set({ consent }),
      // The configuration and the consent choice belong to the device and not to the account, so they stay.
      reset: () => set({ isReachable: true }),
    }),
    persistOptions<AppState, v.InferOutput<typeof PersistedApp>>({
      name: 'app',
      version: 1,
      schema: PersistedApp,
      partialize: ({ config, consent }) => ({ config, consent }),
      merge: (stored, current) => ({
        ...current,
        consent: current.consent ?? stored.consent,
        ...(current.hasConfig ? {} : { config: stored.config, hasConfig: true }),
      }),
    }),
  ),
);
