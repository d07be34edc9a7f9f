import type { ReactNode } from 'react';
import type { Config } from '../../contract/config.ts';
import { currencyText, DEFAULT_CURRENCY } from '../../contract/money.ts';
import { useApp } from '../../stores/app.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import classes from './LegalPage.module.css';

/** The layout of a legal page: one heading over a narrow column of text. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className={`max-w-text ${classes.page}`}>
      <PageHeading>{title}</PageHeading>
      <p className={`size-sm text-muted ${classes.effective}`}>
        Effective <time dateTime="2025-06-13">June 13, 2025</time>
      </p>
      {children}
    </article>
  );
}

type OperatorDetailProps = {
  setting: keyof Config['operator'];
  /** What has to be filled in. */
  placeholder: string;
};

/** A detail of the operator, or a highlighted placeholder, so that no one takes it for final text. */
export function OperatorDetail({ setting, placeholder }: OperatorDetailProps) {
  const value = useApp(({ config }) => config.operator[setting]);
  const isMissing = value === '';
  return (
    <PageSetting name={`operator.${setting}`} className={isMissing ? classes.placeholder : undefined}>
      {isMissing ? `[operator: ${placeholder}]` : value}
    </PageSetting>
  );
}

export function CurrencyDetail() {
  const currency = useApp(({ config }) => config.tariff?.currency ?? DEFAULT_CURRENCY);
  return <PageSetting name="currency">{currencyText(currency)}</PageSetting>;
}

export function SupportLink() {
  const email = useApp(({ config }) => config.support.email);
  return (
    <a href={`mailto:${email}`} suppressHydrationWarning>
      {email}
    </a>
  );
}

type PageSettingProps = { name: string; className?: string | undefined; children: string };

/** The server writes the setting into the prerendered page, so its text may differ from the app's at hydration. */
function PageSetting({ name, className, children }: PageSettingProps) {
  return (
    <span data-setting={name} className={className} suppressHydrationWarning>
      {children}
    </span>
  );
}
