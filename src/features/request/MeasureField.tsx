import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type Settled, typedNumber } from '../../domain/parcel.ts';
import classes from './MeasureField.module.css';

type MeasureFieldProps = {
  label: string;
  unit: string;
  value: string;
  onChange: (typed: string) => void;
  /** What a value becomes when the field is left. */
  settle: (typed: string) => Settled;
  fault: string | undefined;
  step: number;
  min: number;
  max: number;
};

/** A number with its unit. Up and down change it by a step; leaving it puts an impossible value right. */
export function MeasureField(props: MeasureFieldProps) {
  const { label, unit, value, onChange, settle, fault, step, min, max } = props;
  const [notice, setNotice] = useState<string>();
  const [isLeft, setLeft] = useState(false);

  function onBlur() {
    const settled = settle(value);
    setLeft(true);
    setNotice(settled.notice);
    if (settled.value !== value) onChange(settled.value);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const now = typedNumber(value);
    const next = Number.isNaN(now) ? min : now + direction * step;
    onChange(String(Math.round(Math.min(max, Math.max(min, next)) * 10) / 10));
  }

  return (
    <TextInput
      classNames={{ label: classes.label }}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className={classes.unit}>{unit}</span>}
      rightSectionPointerEvents="none"
      value={value}
      onChange={({ currentTarget }) => {
        setNotice(undefined);
        onChange(currentTarget.value);
      }}
      onFocus={() => setLeft(false)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      error={isLeft ? fault : undefined}
      description={
        <span role="status" className={classes.notice}>
          {notice}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
