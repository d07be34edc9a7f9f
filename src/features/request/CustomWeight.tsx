import { WEIGHT_MAX, WEIGHT_MIN } from '../../contract/constants.ts';
import { correctWeight } from '../../domain/parcel.ts';
import classes from './CustomWeight.module.css';
import { MeasureField } from './MeasureField.tsx';

type CustomWeightProps = { value: string; error: string | undefined; onChange: (typed: string) => void };

export function CustomWeight({ value, error, onChange }: CustomWeightProps) {
  return (
    <div className={classes.field}>
      <MeasureField
        label="Custom weight"
        unit="kg"
        value={value}
        onChange={onChange}
        correct={correctWeight}
        error={error}
        step={1}
        min={WEIGHT_MIN}
        max={WEIGHT_MAX}
      />
    </div>
  );
}
