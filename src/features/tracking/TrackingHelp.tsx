import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { Illustration } from '../../ui/Illustration.tsx';
import { TextButton, TextLink } from '../../ui/TextLink.tsx';
import classes from './TrackingHelp.module.css';

/** What a visitor may want to know before there is a result. */
export function TrackingHelp() {
  const openAuth = useDialogs((dialogs) => dialogs.openAuth);
  const minutes = useApp(({ config }) => Math.round(config.tracking.refreshMs / 60_000));
  return (
    <aside className={classes.help} aria-label="About tracking">
      <Illustration name="search" />
      <h2>Where is my tracking number?</h2>
      <p>
        It comes by e-mail as soon as we have accepted your request, and stands in the details of your
        delivery.
        {minutes >= 1 && ` This page updates by itself every ${minutes} minutes.`}
      </p>
      <div className={classes.links}>
        <TextButton onClick={() => openAuth('login')}>Log in to see all your deliveries</TextButton>
        <TextLink to="/faq">Read the FAQ</TextLink>
      </div>
    </aside>
  );
}
