import { Button } from '@mantine/core';
import { EmptyState } from '../ui/EmptyState.tsx';

type SignInPromptProps = {
  title: string;
  text: string;
  onLogin: () => void;
  onRegister: () => void;
};

/** Stands where a screen needs an account: says why, and offers both ways in. */
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
