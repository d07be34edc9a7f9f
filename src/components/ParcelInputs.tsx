import { Switch, Textarea, TextInput } from '@mantine/core';
import { type FocusEvent, Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { DIMENSION_MAX, DIMENSION_MIN, WEIGHT_MAX, WEIGHT_MIN } from '../contract/constants.ts';
import { CUSTOM_KEY, offeredSizes, offeredWeights, type Presets } from '../contract/presets.ts';
import { type Sides, volumeOf } from '../contract/rules.ts';
import type { FieldErrors } from '../domain/draft-rules.ts';
import { formatInteger, formatSides, formatVolume, formatWeight } from '../domain/format.ts';
import { DIMENSION_STEP } from '../domain/limits.ts';
import {
  type CorrectedInput,
  chooseWeight,
  correctSide,
  correctWeight,
  type ParcelFields,
  parseNumber,
  pickSize,
  SIDE_KEYS,
  SIDE_LABELS,
  SIDE_RANGE,
  sidesOf,
} from '../domain/parcel.ts';
import { parcelNotices } from '../domain/parcel-notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { OptionalLabel } from '../ui/OptionalLabel.tsx';
import { RadioTiles } from '../ui/RadioTiles.tsx';
import classes from './ParcelInputs.module.css';
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
        onPick={(size) => onChange(pickSize(fields, size, presets))}
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
            detail: example ?? `Up to ${formatWeight(weight)}`,
          })),
          {
            key: CUSTOM_KEY,
            title: 'Custom',
            detail: `${WEIGHT_MIN} to ${formatInteger(WEIGHT_MAX)}\u00a0kg`,
          },
        ]}
        value={fields.weight}
        error={showErrors ? errors.weight : undefined}
        onPick={(weight) => onChange(chooseWeight(weight, presets))}
      >
        {fields.weight === CUSTOM_KEY && (
          <div className={`mt-3 ${classes.weight}`}>
            <MeasureField
              label="Custom Weight"
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
          <p key={notice} className="flex gap-2 mt-3 text-sm text-soft" role="status">
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
        onFocus={revealField}
        value={fields.instructions}
        error={errors.instructions}
        onChange={({ currentTarget: { value } }) => onChange({ instructions: value })}
      />
    </>
  );
}

/** Width, length and height in metres, with the volume that results from them. */
function CustomSize({ fields, errors, showErrors, onChange }: ParcelInputsProps) {
  const sides = sidesOf(fields);
  // All sides have the same range, so that it is on the screen once.
  const firstOutOfRange = SIDE_KEYS.find((key) => errors[key] === SIDE_RANGE);
  const volumeId = useId();
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
            error={
              errors[key] === SIDE_RANGE && key !== firstOutOfRange ? (
                <span className="sr-only">{SIDE_RANGE}</span>
              ) : (
                errors[key]
              )
            }
            showError={showErrors}
            step={DIMENSION_STEP}
            min={DIMENSION_MIN}
            max={DIMENSION_MAX}
          />
        </Fragment>
      ))}
      <p className={`flex justify-between col-span-full text-soft ${classes.volume}`}>
        <span id={volumeId}>Total volume</span>
        <output aria-labelledby={volumeId}>{sides ? formatVolume(volumeOf(sides)) : '–'}</output>
      </p>
    </div>
  );
}

/** Everything up to this size is drawn beside a hand, everything larger beside a door. */
const HAND_SIDE_MAX_M = 0.45;
const VIEW_BOX = '0 0 104 56';
const GROUND = 54;
/** An open hand of 18 cm, with its fingertips up, at 150 pixels per metre. */
const HAND =
  'M13 54c-2-3-5-8-5-11 0-2 2-2 3 0l1.5 3V32c0-2 3-2 3 0v8V29c0-2.5 3-2.5 3 0v11V30c0-2.5 3-2.5 3 0v10V33c0-2 3-2 3 0v11c0 5-2 8-3 10z';
/** A door of 2 m, at 26 pixels per metre. */
const DOOR = 'M8 54V2h21.84v52M24.84 28v3';

/** The front of a parcel, to scale with the hand or the door beside it. */
function ParcelPicture({ sides }: { sides: Sides }) {
  const isSmall = Math.max(sides.width, sides.length, sides.height) <= HAND_SIDE_MAX_M;
  const pixelsPerMetre = isSmall ? 150 : 26;
  const width = sides.width * pixelsPerMetre;
  const height = sides.height * pixelsPerMetre;
  const top = GROUND - height;
  return (
    <svg
      className={classes.picture}
      viewBox={VIEW_BOX}
      data-reference={isSmall ? 'hand' : 'door'}
      aria-hidden="true"
    >
      <path className={classes.reference} d={isSmall ? HAND : DOOR} />
      <rect className={classes.parcel} x={40} y={top} width={width} height={height} rx={2} />
      <path className={classes.tape} d={`M${40 + width / 2} ${top}v${height}`} />
    </svg>
  );
}

/** A dotted outline for a size that is entered. */
function CustomPicture() {
  return (
    <svg className={classes.picture} viewBox={VIEW_BOX} aria-hidden="true">
      <path className={classes.custom} d="M36 8 62 18v22L36 52 10 40V18zM10 18l26 10 26-10M36 28v24" />
    </svg>
  );
}

/**
 * Shows a whole text area that receives the focus. Browsers only scroll to its caret, so that the action bar may cover
 * the rest (LAY-12). A pressed pointer is already at the text area, which must not move away from it.
 */
function revealField({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void {
  if (!currentTarget.matches(':active')) currentTarget.scrollIntoView({ block: 'nearest' });
}

type MeasureFieldProps = {
  label: string;
  unit: string;
  value: string;
  onChange: (value: string) => void;
  /** Corrects a value when the field loses the focus. */
  correct: (value: string) => CorrectedInput;
  error: ReactNode;
  /** Whether to show the error before the field was left. */
  showError: boolean;
  step: number;
  min: number;
  max: number;
};

/**
 * A number field with a unit. The arrow keys change it by one step. A value that cannot be used stays with its range
 * beside it, or is corrected on blur with a sentence.
 */
function MeasureField(props: MeasureFieldProps) {
  const { label, unit, value, onChange, correct, error, showError, step, min, max } = props;
  const [notice, setNotice] = useState<string>();
  const [wasBlurred, setWasBlurred] = useState(false);

  function onBlur() {
    const corrected = correct(value);
    setWasBlurred(true);
    setNotice(corrected.notice);
    if (corrected.value !== value) onChange(corrected.value);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const current = parseNumber(correct(value).value);
    const next = Number.isNaN(current) ? min : current + direction * step;
    onChange(String(Math.round(Math.min(max, Math.max(min, next)) * 10) / 10));
  }

  return (
    <TextInput
      classNames={{ label: classes.label }}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className="text-muted">{unit}</span>}
      rightSectionPointerEvents="none"
      rightSectionWidth="2rem"
      value={value}
      onChange={({ currentTarget }) => {
        setNotice(undefined);
        onChange(currentTarget.value);
      }}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      error={wasBlurred || showError ? error : undefined}
      description={
        <span role="status" className="text-old font-medium wrap-anywhere">
          {notice}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
