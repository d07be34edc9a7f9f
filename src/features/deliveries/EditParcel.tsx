import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { STANDARD_SIZE, volumeOf, WEIGHT_PRESETS } from '../../contract/rules.ts';
import type { EditFields } from '../../domain/delivery-edit.ts';
import { formatVolume, formatWeight } from '../../domain/format.ts';
import { correctSide, correctWeight, parcelNotices, SIDE_KEYS, sidesOf } from '../../domain/parcel.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RadioTiles } from '../../ui/RadioTiles.tsx';
import classes from './EditParcel.module.css';

type FieldName = keyof EditFields;
type EditParcelProps = {
  fields: EditFields;
  errorOf: (name: FieldName) => string | undefined;
  onChange: (changes: Partial<EditFields>) => void;
  onBlur: (name: FieldName) => void;
};

const SIDE_LABELS = { width: 'Width', length: 'Length', height: 'Height' } as const;

/** Size and weight: presets, or own numbers that fall back to a possible value when they are left. */
export function EditParcel({ fields, errorOf, onChange, onBlur }: EditParcelProps) {
  const [notices, setNotices] = useState<Partial<Record<FieldName, string | undefined>>>({});
  const sides = sidesOf(fields);

  function commitField(name: FieldName, corrected: { value: string; notice: string | undefined }) {
    onChange({ [name]: corrected.value });
    setNotices((before) => ({ ...before, [name]: corrected.notice }));
    onBlur(name);
  }

  return (
    <>
      <RadioTiles
        legend="Size"
        columns={2}
        value={fields.size}
        onPick={(size) => onChange({ size })}
        error={errorOf('size')}
        tiles={[
          { key: 'standard', title: STANDARD_SIZE.label, detail: formatVolume(STANDARD_SIZE.volume) },
          { key: 'custom', title: 'Custom', detail: 'Your own sides' },
        ]}
      >
        {fields.size === 'custom' && (
          <div className={classes.sides}>
            {SIDE_KEYS.map((key) => (
              <TextInput
                key={key}
                label={`${SIDE_LABELS[key]} (m)`}
                inputMode="decimal"
                autoComplete="off"
                value={fields[key]}
                description={notices[key] && <span role="status">{notices[key]}</span>}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                error={errorOf(key)}
                onChange={(event) => onChange({ [key]: event.currentTarget.value })}
                onBlur={() => commitField(key, correctSide(key, fields[key]))}
              />
            ))}
            <p className={classes.volume}>
              Total volume <b>{sides ? formatVolume(volumeOf(sides)) : '–'}</b>
            </p>
          </div>
        )}
      </RadioTiles>
      <RadioTiles
        legend="Weight"
        columns={3}
        value={fields.weight}
        onPick={(weight) => onChange({ weight })}
        error={errorOf('weight')}
        tiles={[
          ...WEIGHT_PRESETS.map(({ key, label, weight }) => ({
            key,
            title: label,
            detail: formatWeight(weight),
          })),
          { key: 'custom', title: 'Custom', detail: 'In kilograms' },
        ]}
      >
        {fields.weight === 'custom' && (
          <TextInput
            className={classes.weight ?? ''}
            label="Weight (kg)"
            inputMode="numeric"
            autoComplete="off"
            value={fields.customWeight}
            description={notices.customWeight && <span role="status">{notices.customWeight}</span>}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={errorOf('customWeight')}
            onChange={(event) => onChange({ customWeight: event.currentTarget.value })}
            onBlur={() => commitField('customWeight', correctWeight(fields.customWeight))}
          />
        )}
      </RadioTiles>
      {parcelNotices(fields).map((notice) => (
        <Notice key={notice} tone="warn">
          {notice}
        </Notice>
      ))}
    </>
  );
}
