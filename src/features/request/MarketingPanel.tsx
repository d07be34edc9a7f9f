import type { WizardStep } from '../../domain/wizard-steps.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import classes from './MarketingPanel.module.css';

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

export function MarketingPanel({ step }: { step: WizardStep }) {
  return (
    <aside className={classes.panel} data-step={step} aria-label="Why Send">
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
      <PanelScene />
    </aside>
  );
}

function PanelScene() {
  return (
    <svg
      className={`${classes.panelSceneScene} ${classes.scene}`}
      viewBox="0 0 500 350"
      preserveAspectRatio="xMidYMax"
      aria-hidden="true"
    >
      <path
        className={classes.far}
        d="M-700 360V250C-560 200-440 220-300 240S-60 190 20 200 130 230 180 240 300 170 380 170 480 200 540 210 820 170 1200 210V360Z"
      />
      <path
        className={classes.middle}
        d="M-700 360V300C-500 260-300 290-160 280S-10 250 60 256 170 290 230 292 340 250 420 246 540 270 620 270 900 240 1200 270V360Z"
      />
      <path
        className={classes.near}
        d="M-700 360V330C-400 310-200 330-60 320S130 320 240 330 420 310 560 310 900 330 1200 320V360Z"
      />
      <path
        className={classes.houses}
        d="M34 303v-17l13-12 13 12v17zM63 303v-11l9-8 9 8v11zM416 292v-15l12-11 12 11v15zM443 293v-19l15-14 15 14v19z"
      />
      <path className={classes.line} d="M98 282Q177 153 260 164" />
      <path className={classes.rest} d="M270 166Q333 180 399 277" />
      <circle className={classes.line} cx="92" cy="292" r="8" />
      <rect className={classes.solid} x="396" y="276" width="16" height="16" rx="4" />
      <g transform="rotate(8 260 164)">
        <rect className={classes.solid} x="246" y="150" width="28" height="28" rx="3" />
        <path className={classes.tape} d="M260 150v28" />
      </g>
    </svg>
  );
}
