import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type CorrectedInput, parseNumber } from '../../domain/parcel.ts';
import classes from './MeasureField.module.css';

type MeasureFieldProps = {
  label: string;
  unit: string;
  value: string;
  onChange: (typed: string) => void;
  /** What a value becomes when the field is left. */
  correct: (typed: string) => CorrectedInput;
  error: string | undefined;
  step: number;
  min: number;
  max: number;
};

/** A number with its unit. Up and down change it by a step; leaving it puts an impossible value right. */
export function MeasureField(props: MeasureFieldProps) {
  const { label, unit, value, onChange, correct, error, step, min, max } = props;
  const [notice, setNotice] = useState<string>();
  const [isBlurred, setIsBlurred] = useState(false);

  function onBlur() {
    const corrected = correct(value);
    setIsBlurred(true);
    setNotice(corrected.notice);
    if (corrected.value !== value) onChange(corrected.value);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const now = parseNumber(value);
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
      onFocus={() => setIsBlurred(false)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      error={isBlurred ? error : undefined}
      description={
        <span role="status" className={classes.notice}>
          {notice}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
