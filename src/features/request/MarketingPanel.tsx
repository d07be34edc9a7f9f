import type { WizardStep } from '../../domain/draft-keys.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import classes from './MarketingPanel.module.css';
import { PanelScene } from './PanelScene.tsx';

type Feature = { icon: IconName; title: string; text: string };

const FAST: Feature = {
  icon: 'fast',
  title: 'Fast and same-day delivery',
  text: 'Today, tomorrow or within two days: you choose.',
};
const PRICE: Feature = {
  icon: 'tag',
  title: 'Price transparency',
  text: 'See exactly how your price adds up before you order.',
};
const SECURE: Feature = {
  icon: 'lock',
  title: 'Secure payment',
  text: 'Pay by card on a secure checkout page.',
};

const FEATURES: Record<WizardStep, readonly [Feature, Feature, Feature]> = {
  locations: [
    {
      icon: 'home',
      title: 'Saved addresses',
      text: 'Home, work or the warehouse: fill in an address with one tap.',
    },
    { icon: 'map', title: 'Map selection', text: 'Not sure of the address? Pick the spot on the map.' },
    FAST,
  ],
  package: [
    {
      icon: 'ruler',
      title: 'Size and weight options',
      text: 'Pick a preset, or enter the exact dimensions and weight.',
    },
    FAST,
    PRICE,
  ],
  delivery: [FAST, PRICE, SECURE],
  summery: [SECURE, PRICE, FAST],
};

/** Presents three advantages of the service that fit the current wizard step. */
export function MarketingPanel({ step }: { step: WizardStep }) {
  return (
    <aside className={classes.panel} aria-label="Why Send">
      <div className={`stack gap-2 ${classes.head}`}>
        <h2>Quick, Reliable Delivery Services</h2>
        <p>From door to door, anywhere in the city.</p>
      </div>
      <ul className={`stack gap-2 ${classes.features}`}>
        {FEATURES[step].map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} size={22} />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <PanelScene className={classes.scene} />
    </aside>
  );
}
