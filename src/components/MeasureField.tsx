import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type CorrectedInput, parseNumber } from '../domain/parcel.ts';
import classes from './MeasureField.module.css';

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
export function MeasureField(props: MeasureFieldProps) {
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
      rightSection={<span className="text-muted">{unit}</span>}
      rightSectionPointerEvents="none"
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
