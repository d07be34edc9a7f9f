import { Switch } from '@mantine/core';
import { useApp } from '../../stores/app.ts';
import { useIsLoading } from '../../stores/loaders.ts';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import {
  SEND_CONFIRMATION,
  SWITCH_MAIL_UPDATES,
  sendConfirmationAgain,
  switchEmailUpdates,
} from '../../use-cases/account/profile.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '../../ui/choices.css';

/** Turns emails about deliveries on and off. Emails about the account are always sent to a confirmed address. */
export function EmailUpdates({ isEnabled, isConfirmed }: { isEnabled: boolean; isConfirmed: boolean }) {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isBusy = useIsLoading(SWITCH_MAIL_UPDATES);
  const isSending = useIsLoading(SEND_CONFIRMATION);

  return (
    <section aria-label="Emails" className="card stack gap-5 p-5">
      {!isConfirmed && (
        <div className="stack justify-items-start gap-3">
          <p>Confirm your email to get delivery updates. Follow the link that we have emailed to you.</p>
          <OnlineButton
            variant="default"
            size="sm"
            loading={isSending}
            reason="Sending the email again needs a connection."
            onClick={() => void sendConfirmationAgain()}
          >
            Send again
          </OnlineButton>
        </div>
      )}
      <Switch
        label="Email me about my deliveries"
        description={
          isReachable
            ? 'When a delivery is paid, accepted, collected, arrives today, is delivered, or has a problem.'
            : 'Changing this needs a connection.'
        }
        checked={isEnabled}
        disabled={!isReachable}
        // It keeps the focus, which a browser takes away from an element that becomes `disabled`.
        aria-disabled={isBusy}
        onChange={({ currentTarget: { checked } }) => {
          if (!isBusy) void switchEmailUpdates(checked);
        }}
      />
      <StillTrying isPending={isBusy} />
    </section>
  );
}
