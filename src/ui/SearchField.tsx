import { TextInput } from '@mantine/core';
import { Icon } from './Icon.tsx';

export type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
};

/** A field that filters the data of the page while the user types. */
export function SearchField({ label, placeholder, value, onChange, className = '' }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      enterKeyHint="search"
      className={className}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Icon name="search" />}
      leftSectionWidth={48}
    />
  );
}
