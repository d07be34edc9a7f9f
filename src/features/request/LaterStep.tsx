import { NativeSelect, Switch } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ParcelInputs } from '../../components/ParcelInputs.tsx';
import { DELIVERY_SPEED_LABELS, DELIVERY_SPEEDS, DELIVERY_TYPE } from '../../contract/delivery-type.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Tariff } from '../../contract/tariff.ts';
import { type FieldErrors, validateDelivery, validatePackage } from '../../domain/draft-rules.ts';
import {
  CATEGORIES,
  CATEGORY_KEYS,
  isCategory,
  parseCategory,
  withCategory,
} from '../../domain/instruction-lines.ts';
import { draftTitle } from '../../domain/place-labels.ts';
import type { WizardStep } from '../../domain/wizard-steps.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts';
import { Icon } from '../../ui/Icon.tsx';
import { OptionalLabel } from '../../ui/OptionalLabel.tsx';
import { RadioTiles } from '../../ui/RadioTiles.tsx';
import {
  deleteTemplate,
  listTemplates,
  storeTemplate,
  type Template,
} from '../../use-cases/deliveries/templates.ts';
import { useEstimate } from '../../use-cases/deliveries/use-estimate.ts';
import { ActionBar, BackButton, NextButton } from './ActionBar.tsx';
import type { StepProps } from './LocationsStep.tsx';
import { SavedRequests } from './SavedRequests.tsx';
import { SummaryStep, type SummaryStepProps } from './SummaryStep.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '../../ui/choices.css';

type LaterStepProps = StepProps &
  SummaryStepProps & {
    step: Exclude<WizardStep, 'locations'>;
    /** What follows the step. */
    children: ReactNode;
  };

/** The steps after the first one. Their code is not part of the page's own files. */
export function LaterStep({ step, children, ...props }: LaterStepProps) {
  return (
    <>
      {step === 'package' && <PackageStep {...props} />}
      {step === 'delivery' && <DeliveryStep {...props} />}
      {step === 'summery' && <SummaryStep {...props} />}
      {children}
    </>
  );
}

/** The price so far and the buttons of a step. Its errors are shown once the user wants to continue. */
function useStep({ fields, onBack, onContinue }: StepProps, errors: FieldErrors) {
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const estimate = useEstimate(fields);
  function submitStep() {
    if (Object.keys(errors).length === 0) {
      onContinue();
    } else {
      setHasSubmitted(true);
      focusFirstInvalid();
    }
  }
  const actionBar = (
    <ActionBar estimate={estimate} back={<BackButton onClick={onBack} />}>
      <NextButton onClick={submitStep}>Continue</NextButton>
    </ActionBar>
  );
  return { hasSubmitted, actionBar };
}

const CATEGORY_CHOICES = [
  { value: '', label: 'None' },
  ...CATEGORY_KEYS.map((key) => ({ value: key, label: CATEGORIES[key] })),
];

function PackageStep(props: StepProps) {
  const { fields, change } = props;
  const presets = useApp(({ config }) => config.presets);
  const errors = validatePackage(fields);
  const { hasSubmitted, actionBar } = useStep(props, errors);

  return (
    <>
      <div className="stack gap-6">
        <NativeSelect
          label={<OptionalLabel>Category</OptionalLabel>}
          data={CATEGORY_CHOICES}
          value={parseCategory(fields.instructions) ?? ''}
          rightSection={<Icon name="down" size={18} />}
          onChange={({ currentTarget: { value } }) =>
            change({ instructions: withCategory(fields.instructions, isCategory(value) ? value : undefined) })
          }
        />
        <ParcelInputs
          presets={presets}
          fields={fields}
          errors={errors}
          showErrors={hasSubmitted}
          switchLabelClass="font-bold"
          rows={4}
          onChange={change}
        />
      </div>
      {actionBar}
    </>
  );
}

function DeliveryStep(props: StepProps) {
  const { fields, change } = props;
  const tariff = useApp(({ config }) => config.tariff);
  const errors = validateDelivery(fields);
  const { hasSubmitted, actionBar } = useStep(props, errors);

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
      {actionBar}
    </>
  );
}

/** What a choice adds to the price: "+€4.00"; undefined if it costs nothing. */
function surchargeText(cents: number, { currency }: Tariff): string | undefined {
  return cents === 0 ? undefined : `+${formatMoney(cents / 100, currency)}`;
}

/** The requests that were saved under a name. Each opens a new request on its summary. (WIZ-51) */
export function TemplateList({ onUse }: { onUse: (template: Template) => void }) {
  const [templates, setTemplates] = useState<Template[]>([]);
  const [deleted, setDeleted] = useState<Template>();
  const read = useCallback(async () => {
    try {
      setTemplates(await listTemplates());
    } catch (error) {
      console.warn('The templates could not be read', error);
    }
  }, []);
  useEffect(() => void read(), [read]);

  async function change(write: () => Promise<void>, nowDeleted: Template | undefined) {
    try {
      await write();
      setDeleted(nowDeleted);
      await read();
    } catch (error) {
      console.warn('The templates could not be changed', error);
      showAlert('error', 'This device could not change your templates', 'Try again.');
    }
  }

  return (
    <SavedRequests
      id="templates-heading"
      heading="Your templates"
      removed={
        deleted && {
          text: `Template deleted: ${deleted.name}`,
          onUndo: () => void change(() => storeTemplate(deleted), undefined),
        }
      }
      rows={templates.map((template) => ({
        id: template.id,
        name: template.name,
        details: <small>{draftTitle(template)}</small>,
        open: { label: 'Use', onPress: () => onUse(template) },
        remove: {
          label: 'Delete',
          onPress: () => void change(() => deleteTemplate(template.id), template),
        },
      }))}
    />
  );
}
