import { useApp } from '../../stores/app.ts';

/** The VAT that prices include; undefined until the tariff is known. */
export function useVatPercent(): number | undefined {
  return useApp(({ config, hasConfig }) => config.tariff?.vatPercent ?? (hasConfig ? 0 : undefined));
}
