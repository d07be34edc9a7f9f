import { Fragment } from 'react';
import { DIMENSION_MAX, DIMENSION_MIN, DIMENSION_STEP } from '../../contract/constants.ts';
import { volumeOf } from '../../contract/rules.ts';
import type { DraftFields } from '../../domain/draft.ts';
import type { FieldErrors } from '../../domain/draft-rules.ts';
import { formatVolume } from '../../domain/format.ts';
import { correctSide, SIDE_KEYS, SIDE_LABELS, sidesOf } from '../../domain/parcel.ts';
import classes from './CustomSize.module.css';
import { MeasureField } from './MeasureField.tsx';

type CustomSizeProps = {
  fields: DraftFields;
  errors: FieldErrors;
  change: (fields: Partial<DraftFields>) => void;
};

/** Width, length and height in metres, with the volume that they make. */
export function CustomSize({ fields, errors, change }: CustomSizeProps) {
  const sides = sidesOf(fields);
  return (
    <div className={classes.measures}>
      {SIDE_KEYS.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && (
            <span className={classes.times} aria-hidden="true">
              ×
            </span>
          )}
          <MeasureField
            label={SIDE_LABELS[key]}
            unit="m"
            value={fields[key]}
            onChange={(typed) => change({ [key]: typed })}
            correct={(typed) => correctSide(key, typed)}
            error={errors[key]}
            step={DIMENSION_STEP}
            min={DIMENSION_MIN}
            max={DIMENSION_MAX}
          />
        </Fragment>
      ))}
      <p className={classes.volume}>
        <span>Volume</span>
        <output>{sides ? formatVolume(volumeOf(sides)) : '–'}</output>
      </p>
    </div>
  );
}
