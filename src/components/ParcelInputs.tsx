import { Switch, Textarea } from '@mantine/core';
import { Fragment } from 'react';
import {
  DIMENSION_MAX,
  DIMENSION_MIN,
  NOTE_MAX_LENGTH,
  WEIGHT_MAX,
  WEIGHT_MIN,
} from '../contract/constants.ts';
import { CUSTOM_KEY, offeredSizes, offeredWeights, type Presets } from '../contract/presets.ts';
import { volumeOf } from '../contract/rules.ts';
import type { FieldErrors } from '../domain/draft-rules.ts';
import { formatInteger, formatSides, formatVolume, formatWeight } from '../domain/format.ts';
import { DIMENSION_STEP } from '../domain/limits.ts';
import {
  chooseSize,
  chooseWeight,
  correctSide,
  correctWeight,
  type ParcelFields,
  parcelNotices,
  SIDE_KEYS,
  SIDE_LABELS,
  sidesOf,
} from '../domain/parcel.ts';
import { Icon } from '../ui/Icon.tsx';
import { OptionalLabel } from '../ui/OptionalLabel.tsx';
import { RadioTiles } from '../ui/RadioTiles.tsx';
import { revealField } from '../ui/reveal-field.ts';
import { MeasureField } from './MeasureField.tsx';
import classes from './ParcelInputs.module.css';
import { CustomPicture, ParcelPicture } from './ParcelPicture.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '../ui/choices.css';

type PackageFields = ParcelFields & { isFragile: boolean; instructions: string };

type ParcelInputsProps = {
  fields: PackageFields;
  presets: Presets;
  errors: FieldErrors;
  /** Whether to show every error, as after a submit; before that, a field shows its error once it was left. */
  showErrors: boolean;
  /** The class of the label of the switch, and the height of the instructions in lines. */
  switchLabelClass?: string;
  rows: number;
  onChange: (changes: Partial<PackageFields>) => void;
};

/** The size and the weight of a package, as presets or custom values with their limits, and how to handle it. */
export function ParcelInputs(props: ParcelInputsProps) {
  const { fields, presets, errors, showErrors, switchLabelClass = '', rows, onChange } = props;
  return (
    <>
      <RadioTiles
        legend="Size"
        columns={2}
        tiles={[
          ...offeredSizes(presets).map((preset) => ({
            key: preset.key,
            title: preset.label,
            detail: `${formatSides(preset)}, ${formatVolume(volumeOf(preset))}`,
            picture: <ParcelPicture sides={preset} />,
          })),
          { key: CUSTOM_KEY, title: 'Custom', detail: 'Enter dimensions', picture: <CustomPicture /> },
        ]}
        value={fields.size}
        error={showErrors ? errors.size : undefined}
        onPick={(size) => onChange(chooseSize(size, presets))}
      >
        {fields.size === CUSTOM_KEY && <CustomSize {...props} />}
      </RadioTiles>
      <RadioTiles
        legend="Weight"
        columns={3}
        tiles={[
          ...offeredWeights(presets).map(({ key, label, weight, example }) => ({
            key,
            title: label,
            detail: example ?? formatWeight(weight),
          })),
          {
            key: CUSTOM_KEY,
            title: 'Custom',
            detail: `${WEIGHT_MIN} to ${formatInteger(WEIGHT_MAX)} kg`,
          },
        ]}
        value={fields.weight}
        error={showErrors ? errors.weight : undefined}
        onPick={(weight) => onChange(chooseWeight(weight, presets))}
      >
        {fields.weight === CUSTOM_KEY && (
          <div className={`mt-3 ${classes.weight}`}>
            <MeasureField
              label="Custom weight"
              unit="kg"
              value={fields.customWeight}
              onChange={(customWeight) => onChange({ customWeight })}
              correct={correctWeight}
              error={errors.customWeight}
              showError={showErrors}
              step={1}
              min={WEIGHT_MIN}
              max={WEIGHT_MAX}
            />
          </div>
        )}
        {parcelNotices(fields).map((notice) => (
          <p key={notice} className={'flex gap-2 mt-3 text-sm text-soft'} role="status">
            <Icon name="info" size={18} className="text-old" />
            {notice}
          </p>
        ))}
      </RadioTiles>
      <Switch
        classNames={{ label: switchLabelClass }}
        label="Fragile"
        description="We'll handle it with extra care."
        checked={fields.isFragile}
        onChange={({ currentTarget: { checked } }) => onChange({ isFragile: checked })}
      />
      <Textarea
        label={<OptionalLabel>Special Instructions</OptionalLabel>}
        rows={rows}
        maxLength={NOTE_MAX_LENGTH}
        onFocus={revealField}
        value={fields.instructions}
        onChange={({ currentTarget: { value } }) => onChange({ instructions: value })}
      />
    </>
  );
}

/** Width, length and height in metres, with the volume that results from them. */
function CustomSize({ fields, errors, showErrors, onChange }: ParcelInputsProps) {
  const sides = sidesOf(fields);
  return (
    <div className={`items-start gap-2 mt-3 ${classes.sides}`}>
      {SIDE_KEYS.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && (
            <span className={`text-muted ${classes.times}`} aria-hidden="true">
              ×
            </span>
          )}
          <MeasureField
            label={SIDE_LABELS[key]}
            unit="m"
            value={fields[key]}
            onChange={(value) => onChange({ [key]: value })}
            correct={(value) => correctSide(key, value)}
            error={errors[key]}
            showError={showErrors}
            step={DIMENSION_STEP}
            min={DIMENSION_MIN}
            max={DIMENSION_MAX}
          />
        </Fragment>
      ))}
      <p className={`flex justify-between col-span-full text-soft ${classes.volume}`}>
        <span>Total volume</span>
        <output>{sides ? formatVolume(volumeOf(sides)) : '–'}</output>
      </p>
    </div>
  );
}
