import { Switch } from '@mantine/core';
import { setMailUpdates } from '../../api/users.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useLoaders, whileLoading } from '../../stores/loaders.ts';
import { useUser } from '../../stores/user.ts';
import { Card } from '../../ui/Card.tsx';

const LOADER = 'setMailUpdates';

/** Turns the mails about deliveries on and off. Mails about the account itself are always sent. */
export function MailUpdates({ isEnabled }: { isEnabled: boolean }) {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isBusy = useLoaders(({ loading }) => loading[LOADER] === true);

  async function change(isWanted: boolean) {
    const result = await whileLoading(LOADER, () => setMailUpdates(isWanted));
    if (!result.ok) return;
    useUser.getState().updateUser({ hasMailUpdates: isWanted });
    showAlert(
      'success',
      isWanted ? 'E-mails about your deliveries are on' : 'E-mails about your deliveries are off',
    );
  }

  return (
    <Card as="section" aria-label="E-mails">
      <Switch
        label="E-mail me about my deliveries"
        description={
          isReachable
            ? 'When a delivery is paid, accepted, collected, arrives today, is delivered, or has a problem.'
            : 'You are offline. Changing this needs a connection.'
        }
        checked={isEnabled}
        disabled={isBusy || !isReachable}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Card>
  );
}
