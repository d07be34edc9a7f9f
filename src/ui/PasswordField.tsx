import { InputWrapperContext, TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, type ReactNode, use, useEffect, useId, useState } from 'react';
import { afterPress } from './after-press.ts';
import { Icon } from './Icon.tsx';
import classes from './PasswordField.module.css';
import { tintOf } from './tint.ts';

/** A pause this long counts as finished typing: people often submit a form from its last field without leaving it. */
const TYPING_PAUSE_MS = 700;

type NewPasswordFieldProps = TextInputProps & {
  value: string;
  /** What is wrong with a password; undefined if nothing is. */
  warningOf: (password: string) => Promise<string | undefined>;
};

/** A field for a new password. It explains beside the field that such a password is rejected, before it is sent. */
export function NewPasswordField({ value, warningOf, onBlur, ...props }: NewPasswordFieldProps) {
  const warningId = useId();
  const [isBlurred, setIsBlurred] = useState(false);
  const [checked, setChecked] = useState<{ password: string; warning: string }>();
  if (isBlurred && value === '') setIsBlurred(false);

  useEffect(() => {
    const checkPassword = async () => {
      const warning = await warningOf(value);
      if (warning !== undefined) afterPress(() => setChecked({ password: value, warning }));
    };
    const timer = setTimeout(checkPassword, isBlurred ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value, isBlurred, warningOf]);

  // After a submit the server's message may say the same.
  const warning = value !== '' && checked?.password === value && !props.error ? checked.warning : undefined;
  return (
    <PasswordField
      {...props}
      value={value}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setIsBlurred(true);
        onBlur?.(event);
      }}
      inputContainer={(input) => (
        <>
          <DescribedInput describedById={warning ? warningId : undefined}>{input}</DescribedInput>
          {/* The live region is always rendered, because a screen reader announces only changes inside an existing one. */}
          <div id={warningId} role="status">
            {warning && (
              <p
                className="forced-border flex items-start gap-2 mt-2 px-3 py-2 rounded-md text-sm"
                style={tintOf('waiting')}
              >
                <Icon name="warning" />
                {warning}
              </p>
            )}
          </div>
        </>
      )}
    />
  );
}

/** Mantine's input reads its description from the wrapper context only, so the context is extended. */
function DescribedInput({
  describedById,
  children,
}: {
  describedById: string | undefined;
  children: ReactNode;
}) {
  const wrapper = use(InputWrapperContext);
  const describedBy = [wrapper.describedBy, describedById].filter(Boolean).join(' ') || undefined;
  return <InputWrapperContext value={{ ...wrapper, describedBy }}>{children}</InputWrapperContext>;
}

// Mantine's own PasswordInput toggle ignores the click events that assistive technology sends.
export function PasswordField(props: TextInputProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isVisible ? 'text' : 'password'}
      rightSectionWidth={52}
      rightSection={
        <button
          type="button"
          className={`plain-button center rounded-md text-muted ${classes.toggle}`}
          aria-label={isVisible ? 'Hide password' : 'Show password'}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  );
}
