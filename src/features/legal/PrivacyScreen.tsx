import { Link } from '@tanstack/react-router';
import { useApp } from '../../stores/app.ts';
import { ConsentChoice } from './ConsentChoice.tsx';
import { LegalPage, OperatorDetail, SupportLink } from './LegalPage.tsx';
import { StoredAndSent } from './StoredAndSent.tsx';

export function PrivacyScreen() {
  const analytics = useApp(({ config }) => config.analytics);
  return (
    <LegalPage title="Privacy Policy">
      <p>
        Who is responsible for your data: <OperatorDetail setting="name" placeholder="company name" />, a
        company registered in Ireland, <OperatorDetail setting="address" placeholder="registered address" />{' '}
        ("we"). Words in square brackets are for the operator of this deployment to fill in.
      </p>

      <h2>In short</h2>
      <p>
        We use your data to carry out your delivery, and for nothing else. There is no advertising and no
        profiling. Analytics and session recording are off unless the operator has set them up and you have
        accepted them.
      </p>

      <StoredAndSent />

      <h2>Analytics and session recording</h2>
      <p>
        The operator may set up two tools. An <b>analytics service</b> is notified once per paid delivery,
        with its estimated price, so that the operator learns whether an advertisement worked. A{' '}
        <b>session-recording tool</b> records how pages are used: taps, scrolling and pages visited. Neither
        is loaded before you accept.
      </p>
      <ul>
        <li>Analytics on this deployment: {toolStatus(analytics.conversionId)}</li>
        <li>Session recording on this deployment: {toolStatus(analytics.sessionRecordingUrl)}</li>
      </ul>

      <h2>Cookies and consent</h2>
      <p>
        Send sets one cookie, <code>send_device</code> (over https <code>__Secure-send_device</code>), when
        you log in or register. It is a random number that says nothing about you. It lets us recognise a
        device that you have used before, so that you are not locked out while someone else guesses your
        password, and it expires after 400 days. Everything else that Send stores on your device is listed
        above. All of it is needed to provide the service. Cookie consent is requested only if one of the two
        tools above is set up, before it is loaded, and declining is as easy as accepting. You can withdraw
        your consent at any time, as easily as you gave it. The payment provider sets its own cookies on its
        payment page, to prevent fraud.
      </p>
      <ConsentChoice />

      <h2>Legal basis and retention</h2>
      <p>
        We process the data of a delivery to fulfil our contract with you, invoices because the law requires
        us to keep them, and security records on the basis of our legitimate interest in a safe service.
        Analytics and session recording are based on your consent alone. Your account and your deliveries are
        kept for <OperatorDetail setting="retention" placeholder="how long" />, or until you delete the
        account. After that, payments are kept for bookkeeping, for seven years: their amounts, dates and
        numbers, and the receipts and credit notes as they were issued, with your name, your email address and
        the places of the delivery. The law obliges us to keep these documents unchanged. The payment provider
        keeps its own records as the law requires. Names, contact details and addresses of a request without
        an account are deleted after 180 days, except on receipts and credit notes, emails that could not be
        delivered after 90 days, password codes within 75 minutes, sessions 90 days after the login at the
        latest, and entries of the security log, which contain the number of the account and the IP address,
        after 400 days.
      </p>

      <h2>Your rights under the GDPR</h2>
      <p>You may, at any time and at no cost:</p>
      <ul>
        <li>ask which data we hold about you, and get a copy of it (access, portability);</li>
        <li>have it corrected or deleted (rectification, erasure);</li>
        <li>have us restrict its processing, or object to it;</li>
        <li>withdraw your consent, which does not affect processing before the withdrawal;</li>
        <li>
          complain to the{' '}
          <a href="https://www.dataprotection.ie" rel="noreferrer">
            Data Protection Commission
          </a>{' '}
          of Ireland, or to the authority where you live.
        </li>
      </ul>
      <p>
        Under <Link to="/account">Account</Link>, Privacy & Security, you can download a copy of your data,
        see and end your sessions, and delete your account. For everything else, write to <SupportLink />. Our
        data protection contact is{' '}
        <OperatorDetail setting="dataProtectionContact" placeholder="name or office" />.
      </p>
    </LegalPage>
  );
}

function toolStatus(setting: string): string {
  return setting === '' ? 'not set up, so it is off.' : 'set up; it runs only if you accept it.';
}
