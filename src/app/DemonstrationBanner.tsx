import { useApp } from '../stores/app.ts';
import classes from './DemonstrationBanner.module.css';

/** Tells users of a public demonstration that nothing is delivered and that no money moves. */
export function DemonstrationBanner() {
  const isDemonstration = useApp(({ config }) => config.demonstration);
  if (!isDemonstration) return null;
  return (
    <aside aria-label="Demonstration" className={`text-sm text-center ${classes.banner}`}>
      <p>
        <b>This is a demonstration.</b> Payments are simulated and nothing is delivered. Please do not enter
        real card numbers or personal details.
      </p>
    </aside>
  );
}
