import { useApp } from '../../stores/app.ts';
import { ConsentChoice } from './ConsentChoice.tsx';
import { LegalPage, OperatorPlaceholder } from './LegalPage.tsx';
import { StoredAndSent } from './StoredAndSent.tsx';

export function PrivacyScreen() {
  const { support, analytics } = useApp(({ config }) => config);
  return (
    <LegalPage title="Privacy Policy">
      <p>
        Who is responsible for your data: <OperatorPlaceholder>operator: company name</OperatorPlaceholder>, a
        company registered in Ireland, <OperatorPlaceholder>operator: registered address</OperatorPlaceholder>{' '}
        ("we"). Words in square brackets are for the operator of this deployment to fill in.
      </p>

      <h2>In short</h2>
      <p>
        We use what you tell us to carry your delivery, and nothing else. There is no advertising and no
        profile of you. Analytics and session recording are off unless the operator has set them up and you
        have agreed.
      </p>

      <StoredAndSent />

      <h2>Analytics and session recording</h2>
      <p>
        Two tools may be set up by the operator. An <b>analytics service</b> is told once per paid delivery
        that it was paid, with its estimated price in euros, so that the operator learns whether an
        advertisement worked. A <b>session-recording tool</b> records how pages are used: presses, scrolling,
        pages visited. Neither is loaded before you agree.
      </p>
      <ul>
        <li>Analytics on this deployment: {toolStatus(analytics.conversionId)}</li>
        <li>Session recording on this deployment: {toolStatus(analytics.sessionRecordingUrl)}</li>
      </ul>

      <h2>Cookies and consent</h2>
      <p>
        Send itself sets no cookies; what it keeps on your device is listed above and is needed for what you
        ask of it. Cookie consent is asked for only if one of the two tools above is set up, before it is
        loaded, with "no" as easy to press as "yes". You can take your consent back at any time, as easily as
        you gave it. The payment provider sets cookies of its own on its payment page, to prevent fraud.
      </p>
      <ConsentChoice />

      <h2>Why we may do this, and for how long</h2>
      <p>
        We process the data of a delivery to fulfil our contract with you, invoices because the law obliges us
        to keep them, and security records out of our legitimate interest in a safe service. Analytics and
        session recording rest on your consent alone. Deliveries and accounts are kept for{' '}
        <OperatorPlaceholder>operator: how long</OperatorPlaceholder>, invoices as long as Irish tax law
        demands.
      </p>

      <h2>Your rights under the GDPR</h2>
      <p>You may, at any time and at no cost:</p>
      <ul>
        <li>ask what we know about you, and get a copy of it (access, portability);</li>
        <li>have it corrected or deleted (rectification, erasure);</li>
        <li>have us restrict what we do with it, or object to it;</li>
        <li>take back any consent, which does not undo what was lawful before;</li>
        <li>
          complain to the{' '}
          <a href="https://www.dataprotection.ie" rel="noreferrer">
            Data Protection Commission
          </a>{' '}
          of Ireland, or to the authority where you live.
        </li>
      </ul>
      <p>
        Write to <a href={`mailto:${support.email}`}>{support.email}</a>. Our data protection contact is{' '}
        <OperatorPlaceholder>operator: name or office</OperatorPlaceholder>.
      </p>
    </LegalPage>
  );
}

function toolStatus(setting: string): string {
  return setting === '' ? 'not set up, so it is off.' : 'set up; it runs only for those who agreed.';
}
