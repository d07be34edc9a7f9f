import { Button } from '@mantine/core';
import { EmptyState } from '../ui/EmptyState.tsx';

type LoginPromptProps = {
  title: string;
  text: string;
  onOpen: (mode: 'login' | 'register') => void;
};

/** Replaces a screen that needs an account: it explains why and offers login and registration. */
export function LoginPrompt({ title, text, onOpen }: LoginPromptProps) {
  return (
    <EmptyState illustration="address" title={title} text={text}>
      <Button onClick={() => onOpen('login')}>Log in</Button>
      <Button variant="default" onClick={() => onOpen('register')}>
        Register
      </Button>
    </EmptyState>
  );
}
