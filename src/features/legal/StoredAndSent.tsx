/** What this build does with data, told from the code: change it together with what it tells of. */
export function StoredAndSent() {
  return (
    <>
      <h2>What is stored on your device</h2>
      <ul>
        <li>
          <b>Local storage:</b> while you are logged in, your session: name, email, phone number, photo
          address and a sign-in token.
        </li>
        <li>
          <b>IndexedDB:</b> requests you are writing (drafts); requests that wait to be sent, and receipts of
          those you sent without an account; copies of your deliveries, your saved addresses and packages you
          looked up, so that you can see them offline; the settings of this deployment; your answer to the
          cookie question; and a copy of the sign-in token for sending in the background.
        </li>
        <li>
          <b>Caches:</b> the app itself, and answers of the server that you have seen, so that they open
          without a network. Parts of maps are kept once you have looked at them.
        </li>
      </ul>
      <p>
        When you log out, the session, the drafts and every copy that belongs to your account are deleted from
        the device; requests that were not sent yet are kept for your next sign-in, or discarded, as you
        choose. Requests left behind by an expired session are deleted after 30 days. Card numbers, and lists
        of your cards and payments, are never stored on the device.
      </p>

      <h2>What is sent, and to whom</h2>
      <ul>
        <li>
          <b>To us:</b> your requests (places, size, weight, notes), your account data, and your password when
          you log in; we keep the password only in a form from which it cannot be read. Without an account:
          the name you give, and an email address and phone number if you give them. Such requests may pass
          through an automation service that works for us.
        </li>
        <li>
          <b>To the payment provider (Stripe):</b> card details go from your browser straight to it. It gets
          your name, email address and the amount from us.
        </li>
        <li>
          <b>To the place search:</b> what you type into an address field, and the position you pick on a map,
          so that it can be turned into an address.
        </li>
        <li>
          <b>To the map provider:</b> when you open a map, the parts of it that you look at, together with
          your network address, as with any picture on the web.
        </li>
        <li>
          <b>To the driver:</b> what is needed to pick up and hand over.
        </li>
      </ul>
      <p>
        Your position is read only when you press "Current location" and your browser has asked you. A report
        of a failed page is a mail that you write and send yourself.
      </p>
    </>
  );
}
