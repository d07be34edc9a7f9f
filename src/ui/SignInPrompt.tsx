import { Button } from '@mantine/core';
import { useId } from 'react';
import classes from './SignInPrompt.module.css';

type SignInPromptProps = {
  title: string;
  text: string;
  onLogin: () => void;
  onRegister: () => void;
};

/** Stands where a screen needs an account: says why, and offers both ways in. */
export function SignInPrompt({ title, text, onLogin, onRegister }: SignInPromptProps) {
  const titleId = useId();
  return (
    <section className={classes.prompt} aria-labelledby={titleId}>
      <Illustration />
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button onClick={onLogin}>Log in</Button>
        <Button variant="default" onClick={onRegister}>
          Register
        </Button>
      </div>
    </section>
  );
}

function Illustration() {
  return (
    <svg className={classes.picture} viewBox="0 0 240 150" fill="none" aria-hidden="true">
      <ellipse className={classes.shade} cx="120" cy="92" rx="92" ry="44" />
      <path className={classes.ink} d="M20 128h200" />
      <path className={classes.wall} d="M84 128V88l36-30 36 30v40" />
      <path className={classes.ink} d="M111 128v-22h18v22" />
      <circle className={classes.line} cx="40" cy="121" r="6" />
      <path className={classes.dots} d="M46 112C60 70 84 40 118 34" />
    </svg>
  );
}
