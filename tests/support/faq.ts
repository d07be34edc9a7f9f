import { DEFAULT_CURRENCY } from '../../src/contract/money.ts';
import { DEFAULT_PRESETS } from '../../src/contract/presets.ts';
import { createFaqEntries } from '../../src/features/faq/faq-entries.ts';

/** The FAQ of a deployment with the default settings. */
export const FAQ_ENTRIES = createFaqEntries({
  currency: DEFAULT_CURRENCY,
  region: '',
  presets: DEFAULT_PRESETS,
});
