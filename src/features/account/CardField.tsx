import { type RefObject, useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import classes from './AddCardForm.module.css';
import type { PartState } from './use-card-fields.ts';

type CardFieldProps = {
  label: string;
  isLoading: boolean;
  containerRef: RefObject<HTMLDivElement | null>;
  state: PartState;
  /** Focuses the field. It is in an iframe, so a `label` element cannot do it. */
  onLabelClick: () => void;
};

/** The container of one of the provider's fields, styled like our own fields. */
export function CardField({ label, isLoading, containerRef, state, onLabelClick }: CardFieldProps) {
  const labelId = useId();
  const errorId = useId();
  return (
    <fieldset
      className={`stack content-start gap-icon min-w-0`}
      aria-labelledby={labelId}
      aria-describedby={state.error === undefined ? undefined : errorId}
    >
      <span id={labelId} className={`label ${classes.label}`} onPointerUp={onLabelClick}>
        {label}
      </span>
      <div
        ref={containerRef}
        className={`field-box min-w-0 ${classes.box}`}
        data-focused={state.isFocused || undefined}
        data-error={state.error !== undefined || undefined}
        data-loading={isLoading || undefined}
      />
      {state.error !== undefined && (
        <p id={errorId} role="alert" className={'flex items-center gap-icon text-sm text-danger font-medium'}>
          <Icon name="warning" size={18} />
          {state.error}
        </p>
      )}
    </fieldset>
  );
}
