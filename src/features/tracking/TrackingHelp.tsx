import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { Illustration } from '../../ui/Illustration.tsx';
import { TextButton, TextLink } from '../../ui/TextLink.tsx';
import classes from './TrackingHelp.module.css';

/** Help for guests, shown until there is a result. Its picture is left out below a message that has the same one. */
export function TrackingHelp({ hasPicture }: { hasPicture: boolean }) {
  const openAuth = useDialogs((dialogs) => dialogs.openAuth);
  const minutes = useApp(({ config }) => Math.round(config.tracking.refreshMs / 60_000));
  return (
    <aside
      className={`stack content-start justify-items-center gap-2 bg-sunken text-center ${classes.help}`}
      aria-label="About tracking"
    >
      {hasPicture && <Illustration name="search" />}
      <h2 className="mt-3">Where is my tracking number?</h2>
      <p className="max-w-md text-soft text-pretty">
        We email it to you as soon as we have accepted your request. You also find it in your delivery
        details.
        {/* Both sentences take the same room, because the prerendered page does not know the interval. */}
        {minutes >= 1
          ? ` This page refreshes automatically every ${minutes} minutes.`
          : ' This page refreshes automatically every few seconds.'}
      </p>
      <div className="flex flex-wrap justify-center gap-x-6">
        <TextButton onClick={() => openAuth('login')}>Log in to see all your deliveries</TextButton>
        <TextLink to="/faq">Read the FAQ</TextLink>
      </div>
    </aside>
  );
}
