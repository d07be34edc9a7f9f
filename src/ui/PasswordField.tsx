import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { Icon } from './Icon.tsx';
import classes from './PasswordField.module.css';

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
