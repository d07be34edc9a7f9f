import { Link } from '@tanstack/react-router';
import { CurrencyDetail, LegalPage, OperatorDetail, SupportLink } from './LegalPage.tsx';

export function TermsScreen() {
  return (
    <LegalPage title="Terms & Conditions">
      <p>
        These terms are between you and <OperatorDetail setting="name" placeholder="company name" />, a
        company registered in Ireland under number{' '}
        <OperatorDetail setting="number" placeholder="company number" /> with its office at{' '}
        <OperatorDetail setting="address" placeholder="registered address" /> ("we"). They apply when you
        request, pay for or track a delivery with Send. Words in square brackets are for the operator of this
        deployment to fill in.
      </p>

      <h2>1. What we do</h2>
      <p>
        You describe a delivery: where it is picked up, where it goes, its size and weight, and how fast it
        should be. We carry it, or have it carried, from door to door within a radius of 50 miles (80 km). You
        can do so with or without an account.
      </p>

      <h2>2. Your request and our contract</h2>
      <p>
        A request is an offer from you. With an account, the contract comes about when your payment has been
        confirmed; without one, when we tell you that we have accepted your request. A request that says
        "Waiting to send" is only on your device and has not reached us yet.
      </p>

      <h2>3. Prices and payment</h2>
      <p>
        Prices are in <CurrencyDetail />. The price shown before you send a request is an estimate; a price
        marked "Estimated offline" is confirmed when you are back online. You pay by card on the page of our
        payment provider. If a payment fails, we do not deliver and you owe nothing.
      </p>

      <h2>4. What may be sent</h2>
      <p>
        A package may weigh up to 50 pounds (22.7 kg), and its length, width and height together may be up to
        130 inches (330 cm); larger packages need our agreement. You may not send anything that is unlawful or
        dangerous to carry. Alcohol is handed over to adults only. Pack things so that they survive ordinary
        handling, and tell us what is fragile.
      </p>

      <h2>5. Times and attempts</h2>
      <p>
        Standard delivery takes 1-2 business days in the city and 2-4 in the suburbs; express is same-day or
        next-day. These are our usual times and not a guarantee. If no one can take the delivery we try again,
        up to three times, and then return it to our facility.
      </p>

      <h2>6. Changing and canceling</h2>
      <p>
        You can cancel or modify an order until a driver picks it up. A delivery is the transport of goods at
        an agreed time, to which the right of withdrawal of consumers in the European Union does not apply
        (Article 16(l) of Directive 2011/83/EU).
      </p>

      <h2>7. Insurance and claims</h2>
      <p>
        Every package is insured automatically for up to $100. Claims have to reach us within 7 days of the
        delivery date. We are liable without limit where the law says so, among others for intent, gross
        negligence and harm to people.
      </p>

      <h2>8. Your account</h2>
      <p>
        Keep your password to yourself. Business accounts are invoiced with net-30 terms once we have accepted
        the application. You can delete your account at any time under Account, Privacy & Security.
      </p>

      <h2>9. Law</h2>
      <p>
        Irish law applies. Consumers keep the protection of the law of the country they live in. What we do
        with your data is described in the <Link to="/privacy-policy">Privacy Policy</Link>.
      </p>

      <h2>10. How to reach us</h2>
      <p>
        Write to <SupportLink />.
      </p>
    </LegalPage>
  );
}
