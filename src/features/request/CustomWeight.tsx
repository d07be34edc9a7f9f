import { WEIGHT_MAX, WEIGHT_MIN } from '../../contract/constants.ts';
import { settleWeight } from '../../domain/parcel.ts';
import classes from './CustomWeight.module.css';
import { MeasureField } from './MeasureField.tsx';

type CustomWeightProps = { value: string; fault: string | undefined; onChange: (typed: string) => void };

export function CustomWeight({ value, fault, onChange }: CustomWeightProps) {
  return (
    <div className={classes.field}>
      <MeasureField
        label="Custom weight"
        unit="kg"
        value={value}
        onChange={onChange}
        settle={settleWeight}
        fault={fault}
        step={1}
        min={WEIGHT_MIN}
        max={WEIGHT_MAX}
      />
    </div>
  );
}
