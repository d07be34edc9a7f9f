import { Link } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode } from 'react';
import { currencyText, DEFAULT_CURRENCY } from '../../contract/money.ts';
import { useApp } from '../../stores/app.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { decideConsent, useNeedsConsent } from '../../use-cases/consent/consent.ts';
import classes from './LegalPage.module.css';
import privacy from './privacy.md?raw';
import terms from './terms.md?raw';

type LegalTextProps = {
  /**
   * Paragraphs, headings and lists in Markdown, with bold text, code and links. `{currency}`, `{support}` and
   * `{operator.name: placeholder}` are settings of the deployment.
   */
  text: string;
  /** What a paragraph `{choice}` stands for. */
  children?: ReactNode;
};

/** The layout of a legal page: one heading over a narrow column of text. */
function LegalPage({ title, ...text }: LegalTextProps & { title: string }) {
  return (
    <article className={`max-w-text ${classes.page}`}>
      <PageHeading>{title}</PageHeading>
      <p className={`size-sm text-muted ${classes.effective}`}>
        Effective <time dateTime="2025-06-13">June 13, 2025</time>
      </p>
      <LegalText {...text} />
    </article>
  );
}

export function LegalText({ text, children }: LegalTextProps) {
  const blocks = text.trim().split('\n\n');
  return createElement(
    Fragment,
    null,
    ...blocks.map((block) => {
      if (block === '{choice}') return children;
      if (block.startsWith('## ')) return <h2>{block.slice(3)}</h2>;
      if (!block.startsWith('- ')) return createElement('p', null, ...inline(block));
      const items = block.split('\n').map((line) => createElement('li', null, ...inline(line.slice(2))));
      return createElement('ul', null, ...items);
    }),
  );
}

const MARKED = /(\*\*.+?\*\*|`.+?`|\[.+?\]\(.+?\)|\{.+?\})/;

function inline(text: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (const part of text.split(MARKED)) nodes.push(MARKED.test(part) ? <Marked text={part} /> : part);
  return nodes;
}

function Marked({ text }: { text: string }) {
  if (text.startsWith('**')) return <b>{text.slice(2, -2)}</b>;
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>;
  const [, label, href = ''] = /^\[(.+)\]\((.+)\)$/.exec(text) ?? [];
  if (label === undefined) return <Setting text={text.slice(1, -1)} />;
  if (href.startsWith('/')) return <Link to={href}>{label}</Link>;
  return (
    <a href={href} rel="noreferrer">
      {label}
    </a>
  );
}

/** A setting, or a highlighted placeholder, so that no one takes it for final text. */
function Setting({ text }: { text: string }) {
  const { operator, support, tariff, analytics } = useApp(({ config }) => config);
  const [name = '', placeholder] = text.split(': ');
  if (name === 'support') {
    return (
      <a href={`mailto:${support.email}`} suppressHydrationWarning>
        {support.email}
      </a>
    );
  }
  const settings = new Map([
    ['currency', currencyText(tariff?.currency ?? DEFAULT_CURRENCY)],
    ...Object.entries(operator).map(([key, value]) => [`operator.${key}`, value] as const),
    ...Object.entries(analytics).map(([key, value]) => [`analytics.${key}`, toolStatus(value)] as const),
  ]);
  const value = settings.get(name) ?? '';
  // The server writes the setting into the prerendered page, so its text may differ from the app's at hydration.
  return (
    <span
      data-setting={name}
      className={value === '' ? classes.placeholder : undefined}
      suppressHydrationWarning
    >
      {value === '' ? `[operator: ${placeholder}]` : value}
    </span>
  );
}

function toolStatus(setting: string): string {
  return setting === '' ? 'not set up, so it is off.' : 'set up; it runs only if you accept it.';
}

/** Update its text together with the code that stores and sends data. */
export function PrivacyScreen() {
  return (
    <LegalPage title="Privacy Policy" text={privacy}>
      <ConsentChoice />
    </LegalPage>
  );
}

/** The user's choice and a button to change it, if this deployment needs consent. (LEG-03) */
function ConsentChoice() {
  const isNeeded = useNeedsConsent();
  const consent = useApp((state) => state.consent);
  if (!isNeeded || consent === undefined) return null;
  const isGranted = consent === 'granted';
  return (
    <p role="status">
      <span>{isGranted ? 'You have accepted. ' : 'You have declined. '}</span>
      <SmallButton onClick={() => decideConsent(isGranted ? 'refused' : 'granted')}>
        {isGranted ? 'Withdraw consent' : 'Accept'}
      </SmallButton>
    </p>
  );
}

export function TermsScreen() {
  return <LegalPage title="Terms & Conditions" text={terms} />;
}
