import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApp } from '../../stores/app.ts';
import { decideConsent, useNeedsConsent } from '../../use-cases/consent/consent.ts';
import { LegalPage, OperatorDetail, SupportLink } from './LegalPage.tsx';

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
        Send sets the cookie <code>send_device</code> (over https <code>__Secure-send_device</code>) when you
        log in or register. It is a random number that says nothing about you. It lets us recognise a device
        that you have used before, so that you are not locked out while someone else guesses your password,
        and it expires after 400 days. After you change something, Send may set the cookie{' '}
        <code>send_position</code> for a minute, which says nothing about you either. With it, your next page
        shows the change. Everything else that Send stores on your device is listed above. All of it is needed
        to provide the service. Cookie consent is requested only if one of the two tools above is set up,
        before it is loaded, and declining is as easy as accepting. You can withdraw your consent at any time,
        as easily as you gave it. The payment provider sets its own cookies on its payment page, to prevent
        fraud.
      </p>
      <ConsentChoice />

      <h2>Legal basis and retention</h2>
      <p>
        We process the data of a delivery to fulfil our contract with you, invoices because the law requires
        us to keep them, and security records on the basis of our legitimate interest in a safe service.
        Analytics and session recording are based on your consent alone. Your deliveries are kept for{' '}
        <OperatorDetail setting="retention" placeholder="how long" /> after they have ended, and your account
        until you delete it, which deletes them too. Payments are kept for bookkeeping, for seven years: their
        amounts, dates and numbers, and the receipts and credit notes as they were issued, with your name,
        your email address and the places of the delivery. The law obliges us to keep these documents
        unchanged. The payment provider keeps its own records as the law requires. Names, contact details and
        addresses of a request without an account are deleted after 180 days, except on receipts and credit
        notes, emails that could not be delivered after 90 days, password codes within 75 minutes, sessions 90
        days after the login at the latest, and entries of the security log, which contain the number of the
        account and the IP address, after 400 days.
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

/** The user's choice and a button to change it, if this deployment needs consent. (LEG-03) */
function ConsentChoice() {
  const isNeeded = useNeedsConsent();
  const consent = useApp((state) => state.consent);
  if (!isNeeded || consent === undefined) return null;
  const isGranted = consent === 'granted';
  return (
    <p role="status">
      {isGranted ? 'You have accepted. ' : 'You have declined. '}
      <Button variant="default" size="sm" onClick={() => decideConsent(isGranted ? 'refused' : 'granted')}>
        {isGranted ? 'Withdraw consent' : 'Accept'}
      </Button>
    </p>
  );
}

/** The data that the code stores and sends. Update this text together with the code that it describes. */
function StoredAndSent() {
  return (
    <>
      <h2>What is stored on your device</h2>
      <ul>
        <li>
          <b>Local storage:</b> while you are logged in, your session: name, email, phone number, VAT number,
          photo address and an access token. The newest few of your deliveries and of the packages you looked
          up, so that they appear at once, and what you last saw of a delivery, so that the next visit can say
          what has changed, until you log out.
        </li>
        <li>
          <b>IndexedDB:</b> your drafts and templates; unsent requests, and receipts of requests you sent
          without an account; copies of your deliveries, your saved addresses and packages you looked up, so
          that you can see them offline; the settings of this deployment; your cookie choice; a copy of the
          access token for sending in the background; and which notifications you have turned on, until you
          log out.
        </li>
        <li>
          <b>Caches:</b> the app itself, and server responses that you have seen, so that they open offline.
          Parts of maps are saved once you have viewed them.
        </li>
      </ul>
      <p>
        When you log out, the session, the drafts, the templates and every copy that belongs to your account
        are deleted from the device. If the server cannot be reached, the device stores the random number of
        your session until the server has ended the session. This number gives no access to your account.
        Unsent requests are kept for your next login or discarded, as you choose. Unsent requests of an
        expired session are kept until you log in again, and its drafts for up to 30 days. Card numbers, and
        lists of your cards and payments, are never stored on the device.
      </p>

      <h2>What is sent, and to whom</h2>
      <ul>
        <li>
          <b>To us:</b> your requests (places, size, weight, notes), your account data, and your password when
          you log in; we store the password only as a hash, from which it cannot be read. Without an account:
          the name you give, and an email address and phone number if you give them. Such requests may pass
          through an automation service that works for us.
        </li>
        <li>
          <b>To the payment provider (Stripe):</b> your card details, straight from your browser. From us it
          gets your name, email address and the amount.
        </li>
        <li>
          <b>To the place search:</b> what you type into an address field, and the position you pick on a map,
          so that it can be turned into an address.
        </li>
        <li>
          <b>To the map provider:</b> when you open a map, which parts of it you view, together with your IP
          address, as with any image on the web.
        </li>
        <li>
          <b>To the push service of your browser</b> (for example of Google, Mozilla, Apple or Microsoft):
          only if you turn on notifications, messages with the tracking number, the status and the arrival
          time of a delivery. They are encrypted for your device, so that the service cannot read them. We
          store the address that your browser has at this service until you log out or turn the notifications
          off, until 7 days after the delivery, and for 180 days at most.
        </li>
        <li>
          <b>To the driver:</b> what is needed for pick-up and drop-off.
        </li>
      </ul>
      <p>
        Your location is read only when you press "Current location" and your browser has asked you. An error
        report is an email that you write and send yourself.
      </p>
    </>
  );
}
