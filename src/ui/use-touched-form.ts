import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useAfterPress } from './use-after-press.ts';

type FormValues = Record<string, unknown>;

export type TouchedForm<V extends FormValues> = {
  form: UseFormReturnType<V>;
  /** The `onSubmit` of the form: judges every field, then either submits or goes to the first fault. */
  handleSubmit: (submit: (values: V) => void, onInvalid?: (faults: FormErrors) => void) => SubmitHandler;
  /** Puts what a server said of single fields beside them and goes to the first one. */
  showErrors: (faults: FormErrors) => void;
  /** Forgets what was touched and found, and keeps what was typed. */
  resetValidation: () => void;
};
type SubmitHandler = (event?: FormEvent<HTMLFormElement>) => void;

/**
 * A form whose fields are judged when they are left and on submit; once touched, also on every change.
 * @param validate the sentence for each faulty field, in the order in which the fields stand
 */
export function useTouchedForm<V extends FormValues>(
  initialValues: V,
  validate: (values: V) => FormErrors,
): TouchedForm<V> {
  // A page may hold several forms with a field of the same name; the id tells their inputs apart.
  const name = useId().replace(/[^0-9a-zA-Z]/g, '-');
  const [touched, setTouched] = useState<string[]>([]);
  // Submitting and starting over judge the form as a whole; a field that was left before is then old news.
  const generation = useRef(0);
  const afterPress = useAfterPress();

  const form = useForm<V>({
    name,
    initialValues,
    validate,
    validateInputOnChange: touched,
    enhanceGetInputProps: ({ field, form: current }) => ({
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

  function focusFirstError(faults: FormErrors) {
    const first = Object.keys(faults)[0];
    if (first !== undefined) form.getInputNode(first)?.focus();
  }

  return {
    form,
    handleSubmit: (submit, onInvalid) =>
      form.onSubmit(
        (values) => {
          generation.current += 1;
          submit(values);
        },
        (faults) => {
          generation.current += 1;
          setTouched(Object.keys(initialValues));
          onInvalid?.(faults);
          focusFirstError(faults);
        },
      ),
    showErrors: (faults) => {
      for (const [field, sentence] of Object.entries(faults)) form.setFieldError(field, sentence);
      focusFirstError(faults);
    },
    resetValidation: () => {
      generation.current += 1;
      setTouched([]);
      form.clearErrors();
    },
  };
}
