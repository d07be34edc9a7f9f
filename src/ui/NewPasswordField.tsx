import { InputWrapperContext, type TextInputProps } from '@mantine/core';
import { type FocusEvent, type ReactNode, use, useEffect, useId, useState } from 'react';
import { Icon } from './Icon.tsx';
import classes from './NewPasswordField.module.css';
import { PasswordField } from './PasswordField.tsx';
import { useAfterPress } from './use-after-press.ts';

/** Who types the last field of a form sends it from there, so a pause counts as having typed it. */
const TYPING_PAUSE_MS = 700;

type NewPasswordFieldProps = TextInputProps & {
  value: string;
  /** Whether anybody would guess this password. */
  isCommon: (password: string) => Promise<boolean>;
};

/** Where a password is chosen: warns of a common one beside the field, and refuses none. */
export function NewPasswordField({ value, isCommon, onBlur, ...props }: NewPasswordFieldProps) {
  const warningId = useId();
  const afterPress = useAfterPress();
  const [isBlurred, setIsBlurred] = useState(false);
  const [common, setCommon] = useState('');
  if (isBlurred && value === '') setIsBlurred(false);

  useEffect(() => {
    const checkPassword = async () => {
      if (await isCommon(value)) afterPress(() => setCommon(value));
    };
    const timer = setTimeout(checkPassword, isBlurred ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value, isBlurred, isCommon, afterPress]);

  const isWarning = value !== '' && common === value;
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
          <DescribedInput by={isWarning ? warningId : undefined}>{input}</DescribedInput>
          {/* Always there, or a screen reader would not hear that a sentence has come. */}
          <div id={warningId} role="status">
            {isWarning && (
              <p className={classes.warning}>
                <Icon name="warning" />
                This is one of the first passwords anyone would guess. Choose another if you can.
              </p>
            )}
          </div>
        </>
      )}
    />
  );
}

/** The input takes its description from its wrapper alone. */
function DescribedInput({ by, children }: { by: string | undefined; children: ReactNode }) {
  const wrapper = use(InputWrapperContext);
  const describedBy = [wrapper.describedBy, by].filter(Boolean).join(' ') || undefined;
  return <InputWrapperContext value={{ ...wrapper, describedBy }}>{children}</InputWrapperContext>;
}
