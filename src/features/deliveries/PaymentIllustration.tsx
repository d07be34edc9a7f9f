import classes from './PaymentIllustration.module.css';

type PaymentIllustrationProps = {
  /** `confirming`: the server has not confirmed the payment yet; `unpaid`: no payment has arrived. */
  state: 'paid' | 'confirming' | 'unpaid';
};

/** The route line as a symbol of the payment: solid with a check mark once it is confirmed, dashed until then. */
export function PaymentIllustration({ state }: PaymentIllustrationProps) {
  return (
    <svg
      className={`mb-2 max-w-full ${classes.illustration}`}
      viewBox="0 0 320 170"
      data-state={state}
      aria-hidden="true"
    >
      <path className={classes.line} d="M48.4 126.2Q158.2 52.6 268 123.8" />
      <circle className={classes.ring} cx="40" cy="132" r="9" />
      <rect className={classes.end} x="257" y="109" width="46" height="46" rx="12" />
      {state === 'paid' && <path className={classes.check} d="m268 133 9 9 16-19" />}
    </svg>
  );
}
