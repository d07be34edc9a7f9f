import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type CorrectedInput, parseNumber } from '../domain/parcel.ts';
import classes from './MeasureField.module.css';

type MeasureFieldProps = {
  label: string;
  unit: string;
  value: string;
  onChange: (value: string) => void;
  /** Corrects an invalid value when the field loses the focus. */
  correct: (value: string) => CorrectedInput;
  error: string | undefined;
  /** Whether to show the error before the field was left. */
  showError: boolean;
  step: number;
  min: number;
  max: number;
};

/** A number field with a unit. The arrow keys change it by one step; an invalid value is corrected on blur. */
export function MeasureField(props: MeasureFieldProps) {
  const { label, unit, value, onChange, correct, error, showError, step, min, max } = props;
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
    const current = parseNumber(value);
    const next = Number.isNaN(current) ? min : current + direction * step;
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
      error={isBlurred || showError ? error : undefined}
      description={
        <span role="status" className={classes.notice}>
          {notice}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
