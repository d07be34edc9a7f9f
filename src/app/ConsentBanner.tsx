import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApp } from '../stores/app.ts';
import { decideConsent } from '../use-cases/consent/consent.ts';
import classes from './ConsentBanner.module.css';

/** Refusing is as easy as accepting: the two buttons look the same and are side by side. (LEG-03) */
export function ConsentBanner() {
  const { conversionId, sessionRecordingUrl } = useApp(({ config }) => config.analytics);
  const tools = [
    ...(conversionId === '' ? [] : ['analytics']),
    ...(sessionRecordingUrl === '' ? [] : ['session recording']),
  ];
  return (
    <section
      className={`floating stack gap-3 p-4 rounded-lg text-sm ${classes.banner}`}
      data-corner="consent"
      aria-label="Cookie consent"
    >
      <p>
        May we use {tools.join(' and ')} to learn how Send is used? Nothing is loaded before you agree.{' '}
        <Link to="/privacy-policy">Privacy Policy</Link>
      </p>
      <div className="columns-2">
        <Button variant="default" onClick={() => decideConsent('refused')}>
          Refuse
        </Button>
        <Button variant="default" onClick={() => decideConsent('granted')}>
          Accept
        </Button>
      </div>
    </section>
  );
}
