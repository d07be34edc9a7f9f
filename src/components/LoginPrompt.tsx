import { Button } from '@mantine/core';
import { EmptyState } from '../ui/EmptyState.tsx';

type LoginPromptProps = {
  title: string;
  text: string;
  onLogin: () => void;
  onRegister: () => void;
};

/** Replaces a screen that needs an account: it explains why and offers login and registration. */
export function LoginPrompt({ title, text, onLogin, onRegister }: LoginPromptProps) {
  return (
    <EmptyState illustration="address" title={title} text={text}>
      <Button onClick={onLogin}>Log in</Button>
      <Button variant="default" onClick={onRegister}>
        Register
      </Button>
    </EmptyState>
  );
}
