import { Switch } from '@mantine/core';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Card } from '../../ui/Card.tsx';
import { SWITCH_MAIL_UPDATES, switchMailUpdates } from '../../use-cases/account/profile.ts';
import classes from './ProfilePanel.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '../../ui/choices.css';

/** Turns the mails about deliveries on and off. Mails about the account itself are always sent. */
export function MailUpdates({ isEnabled }: { isEnabled: boolean }) {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isBusy = useLoaders(({ loading }) => loading[SWITCH_MAIL_UPDATES] === true);

  return (
    <Card as="section" aria-label="Emails" className={classes.mails}>
      <Switch
        label="Email me about my deliveries"
        description={
          isReachable
            ? 'When a delivery is paid, accepted, collected, arrives today, is delivered, or has a problem.'
            : 'You are offline. Changing this needs a connection.'
        }
        checked={isEnabled}
        disabled={isBusy || !isReachable}
        onChange={(event) => void switchMailUpdates(event.currentTarget.checked)}
      />
    </Card>
  );
}
