import { Switch } from '@mantine/core';
import { useState } from 'react';
import { DELIVERY_SPEED_LABELS, DELIVERY_SPEEDS, DELIVERY_TYPE } from '../../contract/delivery-type.ts';
import type { Tariff } from '../../contract/tariff.ts';
import type { DraftFields } from '../../domain/draft.ts';
import { validateDelivery } from '../../domain/draft-rules.ts';
import { formatMoney } from '../../domain/money.ts';
import { useApp } from '../../stores/app.ts';
import { Card } from '../../ui/Card.tsx';
import { RadioTiles } from '../../ui/RadioTiles.tsx';
import { ActionBar, BackButton, NextButton } from './ActionBar.tsx';
import { PriceBlock } from './PriceBlock.tsx';
import { useEstimate } from './use-estimate.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '../../ui/choices.css';

export type DeliveryStepProps = {
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  onBack: () => void;
  onContinue: () => void;
};

export function DeliveryStep({ fields, change, onBack, onContinue }: DeliveryStepProps) {
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const estimate = useEstimate(fields);
  const tariff = useApp(({ config }) => config.tariff);
  const errors = validateDelivery(fields);

  function submitStep() {
    setHasSubmitted(true);
    if (Object.keys(errors).length === 0) onContinue();
  }

  return (
    <>
      <RadioTiles
        legend="Delivery Speed"
        columns={1}
        tiles={DELIVERY_SPEEDS.map((key) => ({
          key,
          title: DELIVERY_SPEED_LABELS[key].name,
          detail: `(${DELIVERY_SPEED_LABELS[key].when})`,
          surcharge: tariff ? surchargeText(tariff.speedCents[DELIVERY_TYPE[key]], tariff) : undefined,
        }))}
        value={fields.speed}
        error={hasSubmitted ? errors.speed : undefined}
        onPick={(speed) => change({ speed })}
      />
      <Switch
        classNames={{ label: 'font-bold' }}
        label="Priority Handling"
        description={
          <>
            We'll handle your package before others with the same delivery speed.{' '}
            {tariff && <b className="text-ink text-nowrap">{surchargeText(tariff.priorityCents, tariff)}</b>}
          </>
        }
        checked={fields.isPriority}
        onChange={({ currentTarget: { checked } }) => change({ isPriority: checked })}
      />
      <Card className="overflow-hidden">
        <PriceBlock estimate={estimate} />
      </Card>
      <ActionBar estimate={estimate} back={<BackButton onClick={onBack} />}>
        <NextButton onClick={submitStep}>Continue</NextButton>
      </ActionBar>
    </>
  );
}

/** What a choice adds to the price: "+€4.00"; undefined if it costs nothing. */
function surchargeText(cents: number, { currency }: Tariff): string | undefined {
  return cents === 0 ? undefined : `+${formatMoney(cents / 100, currency)}`;
}
