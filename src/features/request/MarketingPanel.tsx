import type { WizardStep } from '../../domain/draft.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import classes from './MarketingPanel.module.css';
import { PanelScene } from './PanelScene.tsx';

type Feature = { icon: IconName; title: string; text: string };

const FAST: Feature = {
  icon: 'fast',
  title: 'Fast and same-day delivery',
  text: 'Today, next day, or in one to two days. You choose.',
};
const PRICE: Feature = {
  icon: 'tag',
  title: 'Price transparency',
  text: 'The price is built up line by line before you order.',
};
const SECURE: Feature = {
  icon: 'lock',
  title: 'Secure payment',
  text: 'You pay by card on a protected checkout page.',
};

const FEATURES: Record<WizardStep, readonly [Feature, Feature, Feature]> = {
  locations: [
    {
      icon: 'home',
      title: 'Saved addresses',
      text: 'Home, work or the warehouse: fill in both ends with one tap.',
    },
    { icon: 'map', title: 'Map selection', text: 'Not sure of the street? Point at the place instead.' },
    FAST,
  ],
  package: [
    {
      icon: 'ruler',
      title: 'Size and weight options',
      text: 'Pick a preset, or give the exact metres and kilograms.',
    },
    FAST,
    PRICE,
  ],
  delivery: [FAST, PRICE, SECURE],
  summery: [SECURE, PRICE, FAST],
};

/** What speaks for the service, chosen for the step that the person is at. */
export function MarketingPanel({ step }: { step: WizardStep }) {
  return (
    <aside className={classes.panel} aria-label="Why Send">
      <div className={classes.head}>
        <h2>Quick, Reliable Delivery Services</h2>
        <p>From any door in the city to any other.</p>
      </div>
      <ul className={classes.features}>
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
