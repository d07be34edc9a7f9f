import { type RefObject, useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import classes from './AddCardForm.module.css';
import type { PartState } from './use-card-fields.ts';

type CardFieldProps = {
  label: string;
  isLoading: boolean;
  place: RefObject<HTMLDivElement | null>;
  state: PartState;
  /** The provider's field is in a frame, where a label of ours cannot reach. */
  onLabel: () => void;
};

/** A place for one of the provider's fields, looking like one of ours. */
export function CardField({ label, isLoading, place, state, onLabel }: CardFieldProps) {
  const labelId = useId();
  const errorId = useId();
  return (
    <fieldset
      className={classes.field}
      aria-labelledby={labelId}
      aria-describedby={state.error === undefined ? undefined : errorId}
    >
      <span id={labelId} className={classes.label} onPointerUp={onLabel}>
        {label}
      </span>
      <div
        ref={place}
        className={classes.box}
        data-focused={state.isFocused || undefined}
        data-error={state.error !== undefined || undefined}
        data-loading={isLoading || undefined}
      />
      {state.error !== undefined && (
        <p id={errorId} role="alert" className={classes.error}>
          <Icon name="warning" size={18} />
          {state.error}
        </p>
      )}
    </fieldset>
  );
}
