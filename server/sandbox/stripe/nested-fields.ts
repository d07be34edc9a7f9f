import type Stripe from 'stripe';
import type { InvoiceField } from './invoice-schemas.ts';
import type { Charge, CheckoutSession, Customer, PaymentMethod } from './object-schemas.ts';

/** The fields that nested objects of Stripe's responses have in addition to the stored ones. */
type Rest<Theirs, Ours> = Omit<Theirs, keyof Ours>;
type ChargeDetails = NonNullable<Stripe.Charge['payment_method_details']>;

const CHECKS = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' };

export const CUSTOMER_NESTED = {
  invoice_settings: { custom_fields: null, footer: null, rendering_options: null },
} satisfies {
  invoice_settings: Rest<Stripe.Customer['invoice_settings'], Customer['invoice_settings']>;
};

export const PAYMENT_METHOD_NESTED = {
  card: {
    checks: CHECKS,
    display_brand: null,
    generated_from: null,
    networks: null,
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
} satisfies {
  card: Rest<NonNullable<Stripe.PaymentMethod['card']>, PaymentMethod['card']>;
};

export const CHARGE_NESTED = {
  payment_method_details: {
    card: {
      amount_authorized: null,
      authorization_code: null,
      checks: CHECKS,
      electronic_commerce_indicator: null,
      installments: null,
      mandate: null,
      network: null,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  },
} satisfies {
  payment_method_details: {
    card: Rest<NonNullable<ChargeDetails['card']>, Charge['payment_method_details']['card']>;
  };
};

type InvoiceCreation = NonNullable<Stripe.Checkout.Session['invoice_creation']>;
type CustomerDetails = NonNullable<Stripe.Checkout.Session['customer_details']>;

export function sessionNested(metadata: Record<string, string>, invoiceFields: readonly InvoiceField[]) {
  return {
    customer_details: { tax_ids: [] },
    invoice_creation: {
      invoice_data: {
        account_tax_ids: null,
        custom_fields: invoiceFields.length === 0 ? null : [...invoiceFields],
        description: null,
        footer: null,
        issuer: null,
        metadata,
        rendering_options: null,
      },
    },
  } satisfies {
    customer_details: Rest<CustomerDetails, NonNullable<CheckoutSession['customer_details']>>;
    invoice_creation: Rest<InvoiceCreation, CheckoutSession['invoice_creation']>;
  };
}

/** Adds the default fields to an object and to its nested objects. What the object has, also null, stays. */
export function addMissing(defaults: object, value: object): object {
  const added = new Map<string, unknown>(Object.entries(defaults));
  for (const [key, field] of Object.entries(value)) {
    const nested = added.get(key);
    added.set(key, isObject(nested) && isObject(field) ? addMissing(nested, field) : field);
  }
  return Object.fromEntries(added);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
