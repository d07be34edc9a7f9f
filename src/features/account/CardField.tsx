import { useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import classes from './AddCardForm.module.css';
import type { CardFieldProps } from './use-card-fields.ts';

/** The container of one of the provider's fields, styled like our own fields. */
export function CardField(props: CardFieldProps & { label: string }) {
  const { label, isLoading, isFocused, error, containerRef, onLabelClick } = props;
  const labelId = useId();
  const errorId = useId();
  return (
    <fieldset
      className={`stack content-start gap-icon min-w-0`}
      aria-labelledby={labelId}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <span id={labelId} className={`label ${classes.label}`} onPointerUp={onLabelClick}>
        {label}
      </span>
      <div
        ref={containerRef}
        className={`field-box min-w-0 ${classes.box}`}
        data-focused={isFocused || undefined}
        data-error={error !== undefined || undefined}
        data-loading={isLoading || undefined}
      />
      {error !== undefined && (
        <p id={errorId} role="alert" className={'flex items-center gap-icon text-sm text-danger font-medium'}>
          <Icon name="warning" size={18} />
          {error}
        </p>
      )}
    </fieldset>
  );
}
