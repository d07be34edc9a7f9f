import { Button } from '@mantine/core';
import { EmptyState } from '../ui/EmptyState.tsx';

type SignInPromptProps = {
  title: string;
  text: string;
  onLogin: () => void;
  onRegister: () => void;
};

/** Replaces a screen that needs an account: it explains why and offers login and registration. */
export function SignInPrompt({ title, text, onLogin, onRegister }: SignInPromptProps) {
  return (
    <EmptyState illustration="address" title={title} text={text}>
      <Button onClick={onLogin}>Log in</Button>
      <Button variant="default" onClick={onRegister}>
        Register
      </Button>
    </EmptyState>
  );
}
