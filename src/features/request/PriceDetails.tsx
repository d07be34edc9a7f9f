import { NativeSelect } from '@mantine/core';
import { SIZE_PRESETS } from '../../contract/rules.ts';
import { SIZE_KEYS, type SizeKey } from '../../domain/draft-keys.ts';
import { formatSides } from '../../domain/format.ts';
import { formatMoney } from '../../domain/money.ts';
import { Rows } from '../../ui/Rows.tsx';
import classes from './PriceDetails.module.css';
import type { Estimate } from './use-estimate.ts';

export type PriceDetailsProps = {
  estimate: Estimate;
  /** The size of the package, on the step that does not ask for it itself. */
  size?: SizeKey | undefined;
  onSizeChange?: ((size: SizeKey) => void) | undefined;
};

const SIZE_CHOICES = [
  ...SIZE_PRESETS.map((preset) => ({ value: preset.key, label: `${preset.label}, ${formatSides(preset)}` })),
  { value: 'custom', label: 'Custom' },
];

/** How the price adds up; the size can be changed on the spot, for a quick quote. (WIZ-50) */
export function PriceDetails({ estimate, size, onSizeChange }: PriceDetailsProps) {
  const shown = 'estimate' in estimate ? estimate.estimate : undefined;
  return (
    <div className={classes.details}>
      {onSizeChange && (
        <NativeSelect
          label="Size"
          data={SIZE_CHOICES}
          value={size ?? 'standard'}
          onChange={({ currentTarget: { value } }) => {
            const key = SIZE_KEYS.find((one) => one === value);
            if (key !== undefined) onSizeChange(key);
          }}
        />
      )}
      {shown ? (
        <Rows
          rows={[
            ...shown.breakdown.map(({ label, amount }) => ({
              label,
              value: formatMoney(amount, shown.currency),
            })),
            {
              label: estimate.kind === 'offline' ? 'Estimated offline' : 'Estimated price',
              value: <b role="status">{formatMoney(shown.estimatedPrice, shown.currency)}</b>,
            },
          ]}
        />
      ) : (
        <p role="status">{MESSAGES[estimate.kind]}</p>
      )}
    </div>
  );
}

const MESSAGES: Record<Estimate['kind'], string> = {
  none: 'Enter both places to see the price of your delivery.',
  loading: 'Estimating…',
  quoted: '',
  offline: '',
  unavailable: 'Price when you are back online',
};
