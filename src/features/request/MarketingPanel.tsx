import type { WizardStep } from '../../domain/draft-keys.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
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

/** Presents three advantages of the service that fit the current wizard step. */
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
      <PanelScene className={classes.scene} />
    </aside>
  );
}

/** A decorative drawing of hills and houses with a parcel on its way between them. */
function PanelScene({ className = '' }: { className?: string | undefined }) {
  return (
    <svg
      className={`${classes.panelSceneScene} ${className}`}
      viewBox="0 0 500 350"
      preserveAspectRatio="xMidYMax meet"
      aria-hidden="true"
    >
      <path
        className={classes.far}
        d="M-700 360V250C-560 200-440 220-300 236-140 250-60 190 20 196 90 200 130 232 180 238 240 246 300 166 384 170 440 172 480 204 540 208 680 214 820 170 1200 210V360Z"
      />
      <path
        className={classes.middle}
        d="M-700 360V300C-500 260-300 290-160 280-80 272-10 250 60 256 130 262 170 290 230 292 300 294 340 250 420 246 490 244 540 270 620 270 760 268 900 240 1200 270V360Z"
      />
      <path
        className={classes.near}
        d="M-700 360V330C-400 310-200 334-60 322 60 312 130 316 240 330 340 342 420 314 560 312 760 310 900 330 1200 316V360Z"
      />
      <path className={classes.house} d="M34 303v-16.7l13.5-12.4 13.5 12.4v16.7z" />
      <path className={classes.dimHouse} d="M63 303v-11.2l9-8.3 9 8.3v11.2z" />
      <path className={classes.house} d="M416 292v-14.9l12-11 12 11v14.9z" />
      <path className={classes.dimHouse} d="M443 293v-19.2l15.5-14.3 15.5 14.3v19.2z" />
      <path className={classes.line} d="M98 282.1Q177.4 152.9 260.4 164" />
      <path className={classes.rest} d="M269.8 165.8Q333.4 180.3 399.1 276.7" />
      <circle className={classes.ring} cx="92" cy="292" r="8" />
      <rect className={classes.solid} x="396" y="276" width="16" height="16" rx="4" />
      <g transform="rotate(7.6 260.4 164)">
        <rect className={classes.solid} x="246.4" y="150" width="28" height="28" rx="3" />
        <path className={classes.tape} d="M260.4 150v28" />
      </g>
    </svg>
  );
}
