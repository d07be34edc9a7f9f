import * as v from 'valibot';
import { Address } from './address.ts';
import { DeliveryRequest } from './delivery-request.ts';
import { Payment, PaymentMethod } from './payment.ts';
import { User, UserSession } from './user.ts';

/** A copy of everything that the server stores about an account. Times are ISO 8601. */
export const AccountData = v.object({
  exported: v.string(),
  account: v.object({ ...User.entries, created: v.string() }),
  addresses: v.array(Address),
  deliveries: v.array(DeliveryRequest),
  /** The payment provider stores the cards; these are the parts that it shows. */
  cards: v.array(PaymentMethod),
  payments: v.array(Payment),
  sessions: v.array(UserSession),
  /** Devices that have logged in, which the server recognises by a random number in a cookie. */
  devices: v.array(v.object({ lastUsed: v.string() })),
  /** What devices of the account are notified about. The push service is the one of the browser. */
  notifications: v.nullish(
    v.array(v.object({ created: v.string(), about: v.string(), pushService: v.string() })),
  ),
  /** Emails about deliveries and refunds that the mail server has accepted, newest first. */
  emails: v.nullish(v.array(v.object({ sent: v.string(), about: v.string() }))),
  /** Entries of the security log about the account, newest first, such as "login". The source is the client's IP address. */
  securityLog: v.array(v.object({ time: v.string(), event: v.string(), source: v.nullish(v.string()) })),
});
export type AccountData = v.InferOutput<typeof AccountData>;
