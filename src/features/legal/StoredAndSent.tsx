/** The data that the code stores and sends. Update this text together with the code that it describes. */
export function StoredAndSent() {
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
