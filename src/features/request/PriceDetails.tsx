import { NativeSelect } from '@mantine/core';
import { formatMoney } from '../../contract/money.ts';
import { CUSTOM_KEY, offeredSizes, STANDARD_SIZE } from '../../contract/presets.ts';
import { formatSides } from '../../domain/format.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Rows } from '../../ui/Rows.tsx';
import type { Estimate } from '../../use-cases/deliveries/use-estimate.ts';
import classes from './PriceDetails.module.css';

export type PriceDetailsProps = {
  estimate: Estimate;
  /** The size of the package, on the step that does not ask for it itself. */
  size?: string | undefined;
  onSizeChange?: ((size: string) => void) | undefined;
};

/** How the price adds up; the size can be changed on the spot, for a quick quote. (WIZ-50) */
export function PriceDetails({ estimate, size, onSizeChange }: PriceDetailsProps) {
  const presets = useApp(({ config }) => config.presets);
  const shown = 'estimate' in estimate ? estimate.estimate : undefined;
  return (
    <div className={`stack gap-4 ${classes.details}`}>
      {onSizeChange && (
        <NativeSelect
          label="Size"
          data={[
            ...offeredSizes(presets).map((preset) => ({
              value: preset.key,
              label: `${preset.label}, ${formatSides(preset)}`,
            })),
            { value: CUSTOM_KEY, label: 'Custom' },
          ]}
          value={size ?? STANDARD_SIZE.key}
          rightSection={<Icon name="down" size={18} />}
          onChange={({ currentTarget: { value } }) => onSizeChange(value)}
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
              label: estimate.kind === 'offline' ? 'Estimated on this device' : 'Estimated price',
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
  unavailable: "We can't get the price right now. We'll keep trying.",
};
