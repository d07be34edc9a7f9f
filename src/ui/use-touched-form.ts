import { type FormErrors, useForm } from '@mantine/form';
import { createElement, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { afterPress } from './after-press.ts';

type FormOptions<V> = {
  /** Whether the form is being sent: its fields are read-only, and another submit does nothing. */
  isBusy?: boolean;
  /** What the user had typed before, in place of the initial values; such a form is dirty. */
  typedValues?: V | undefined;
};

/**
 * A form that validates a field on blur and on submit, and on every change once the field is touched.
 * @param validate returns an error message for each invalid field, in the order of the fields on the screen
 */
export function useTouchedForm<V extends Record<string, unknown>>(
  initialValues: V,
  validate: (values: V) => FormErrors,
  { isBusy = false, typedValues }: FormOptions<V> = {},
) {
  // The id keeps the inputs of several forms on one page apart when their fields have the same name.
  const name = useId().replace(/[^0-9a-zA-Z]/g, '-');
  const [touched, setTouched] = useState<string[]>([]);
  const [unmovedError, setUnmovedError] = useState<ReactNode>();
  // Submit and reset start a new generation: a blur validation that was delayed from before is then dropped.
  const generation = useRef(0);

  const form = useForm<V>({
    name,
    initialValues,
    validate,
    validateInputOnChange: touched,
    enhanceGetInputProps: ({ field, form: current }) => ({
      readOnly: isBusy,
      onBlur: () => {
        const generationAtBlur = generation.current;
        afterPress(() => {
          if (generationAtBlur !== generation.current) return;
          setTouched((before) => (before.includes(field) ? before : [...before, field]));
          current.validateField(field);
        });
      },
    }),
  });

  const [typedAtStart] = useState(typedValues);
  const { setValues } = form;
  // A layout effect shows them before the first paint.
  useLayoutEffect(() => {
    if (typedAtStart !== undefined) setValues(typedAtStart);
  }, [typedAtStart, setValues]);

  function focusFirstError(errors: FormErrors) {
    const field = Object.keys(errors)[0];
    const input = field === undefined ? null : form.getInputNode(field);
    setUnmovedError(input !== null && input === document.activeElement ? errors[field ?? ''] : undefined);
    input?.focus();
  }

  return {
    form,
    /** Returns the form's `onSubmit`: it validates every field, then submits or focuses the first invalid field. */
    handleSubmit: (submit: (values: V) => unknown, onInvalid?: (errors: FormErrors) => void) =>
      form.onSubmit(
        (values) => {
          generation.current += 1;
          setUnmovedError(undefined);
          if (!isBusy) void submit(values);
        },
        (errors) => {
          generation.current += 1;
          setTouched(Object.keys(initialValues));
          onInvalid?.(errors);
          focusFirstError(errors);
        },
      ),
    /** Shows the server's field errors and focuses the first of these fields. */
    showErrors: (errors: FormErrors) => {
      for (const [field, message] of Object.entries(errors)) form.setFieldError(field, message);
      focusFirstError(errors);
    },
    /** For screen readers, inside the form: the error of a field that had the focus already, which no focus announces. */
    errorStatus: unmovedError && createElement('p', { className: 'sr-only', role: 'alert' }, unmovedError),
    /** Clears the errors and the touched fields, and keeps the values. */
    resetValidation: () => {
      generation.current += 1;
      setUnmovedError(undefined);
      setTouched([]);
      form.clearErrors();
    },
  };
}
