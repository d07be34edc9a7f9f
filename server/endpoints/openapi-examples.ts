import type { EndpointName, RequestBody, ResponseBody } from '../../src/contract/endpoints.ts';
import type { Problem } from '../../src/contract/problem.ts';

const EMAIL = 'aoife@example.ie';
const PASSWORD = 'correct horse battery';

export const EXAMPLE_DELIVERY: RequestBody<'createDeliveryRequest'> = {
  pickUpSnapshot: { name: '12 Leinster Road, Rathmines', latitude: 53.3243, longitude: -6.2655 },
  dropOffSnapshot: { name: '3 Abbey Street, Howth', latitude: 53.3871, longitude: -6.0654 },
  weight: 30,
  volume: 1.2,
  width: 1.2,
  length: 1,
  height: 1,
  deliveryNote: 'Ring twice',
  deliveryType: 0,
  isPriority: false,
  isFragile: true,
};
export const EXAMPLE_ADDRESS: RequestBody<'createAddress'> = {
  name: 'Office',
  country: 'Ireland',
  city: 'Dublin',
  street: '8 Merrion Square',
  postalCode: 'D02 NH98',
  latitude: 53.3405,
  longitude: -6.2489,
};

/** The keys of the example in RFC 8291. */
export const PUSH_SUBSCRIPTION = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** An example of each body. */
const EXAMPLES: { [V in EndpointName]?: RequestBody<V> } = {
  registerUser: { name: 'Aoife Brennan', phoneNumber: '+353 87 123 4567', email: EMAIL, password: PASSWORD },
  login: { email: EMAIL, password: PASSWORD },
  sendEmailCode: { email: EMAIL },
  recoverPassword: { code: 12_345_678, email: EMAIL, password: PASSWORD },
  changePassword: { oldPassword: PASSWORD, newPassword: 'staple correct battery' },
  editUser: { name: 'Aoife Byrne', vatNumber: 'IE7654321B' },
  endSessionById: { sessionId: '3f2b8c1e-5d4a-4b6f-9a7c-0e1d2f3a4b5c' },
  deleteAccount: { password: PASSWORD },
  endSession: { password: PASSWORD },
  endOtherSessions: { password: PASSWORD },
  setMailUpdates: { isEnabled: false },
  createAddress: EXAMPLE_ADDRESS,
  editAddress: EXAMPLE_ADDRESS,
  chargeSavedCard: { paymentMethodId: 'pm_1ExampleOfACard', amount: 13.33, currency: 'EUR' },
  addPaymentMethod: { paymentMethodId: 'pm_1ExampleOfACard' },
  estimatePrice: EXAMPLE_DELIVERY,
  createDeliveryRequest: EXAMPLE_DELIVERY,
  editDeliveryRequest: EXAMPLE_DELIVERY,
  subscribeToDeliveries: { ...PUSH_SUBSCRIPTION, deliveryId: 12 },
  subscribeToParcel: PUSH_SUBSCRIPTION,
  unsubscribePush: { endpoint: PUSH_SUBSCRIPTION.endpoint, about: { kind: 'delivery', id: '12' } },
  submitGuestRequest: {
    firstName: 'Gráinne',
    lastName: 'Walsh',
    phone: '+353 1 555 0100',
    email: 'grainne@example.ie',
    pickup: '8 Merrion Square, Dublin',
    dropoff: 'Bray',
    note: 'A chest of drawers',
  },
};

export const BODY_EXAMPLES = new Map<string, unknown>(Object.entries(EXAMPLES));

const TIMES = { created: '2026-11-22T09:30:00.000Z', lastModified: '2026-11-22T09:30:00.000Z' };
const ORDER: ResponseBody<'trackOrder'> = {
  id: 7,
  guid: '9b2f6c1d-3e4a-4f5b-8c6d-7e8f9a0b1c2d',
  referenceNumber: 'SND-7F3C9K2Q4R',
  status: 3,
  deliveryDate: '2026-11-24',
  deliveryTime: '14:00 - 16:00',
  deliveredTime: null,
  history: [{ type: 1, time: '2026-11-22T10:00:00.000Z' }],
};
const DELIVERY: ResponseBody<'getDeliveryRequest'> = {
  id: 20_417,
  referenceNumber: ORDER.referenceNumber,
  ...TIMES,
  ...EXAMPLE_DELIVERY,
  isPriority: false,
  isFragile: true,
  status: 2,
  estimatedPrice: 33.32,
  currency: 'EUR',
  order: ORDER,
};
const USER: ResponseBody<'editUser'> = {
  name: 'Aoife Brennan',
  email: EMAIL,
  phoneNumber: '+353 87 123 4567',
  vatNumber: 'IE7654321B',
  hasMailUpdates: true,
  isEmailConfirmed: true,
  photo: null,
};
const PAYMENT: ResponseBody<'listPayments'>[number] = {
  id: 12,
  created: TIMES.created,
  status: 2,
  amount: 33.32,
  currency: 'EUR',
  description: 'Delivery 20417',
  cardBrand: 'visa',
  cardLast4: '4242',
  receiptNumber: 3,
  vatPercent: 23,
  vatAmount: 6.23,
};
const PROBLEM: Problem = {
  title: 'VALIDATION_EXCEPTION',
  status: 400,
  detail: 'The body does not match its schema.',
  errors: [{ path: 'weight', message: 'Weight must be more than 0' }],
};

/** An example of each schema that responses use, by its name. */
export const SCHEMA_EXAMPLES = new Map<string, unknown>([
  [
    'Address',
    {
      id: 3,
      ...EXAMPLE_ADDRESS,
      address: '8 Merrion Square, D02 NH98, Dublin',
      isDefaultPickUp: false,
      isDefaultDropOff: false,
    },
  ],
  [
    'CreatedDeliveryRequest',
    { ...DELIVERY, status: 0, order: null, checkoutUrl: 'https://checkout.stripe.com/c/pay/cs_1' },
  ],
  ['DeliveryRequest', DELIVERY],
  ['GuestReceipt', { id: 512, referenceNumber: ORDER.referenceNumber }],
  ['ReferenceStatus', { referenceNumber: ORDER.referenceNumber, status: 2, order: { status: 3 } }],
  [
    'GuestRequestState',
    { id: 512, referenceNumber: ORDER.referenceNumber, status: 2, trackingNumber: ORDER.guid },
  ],
  ['LoggedInUser', { ...USER, jwtToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl' }],
  ['Order', ORDER],
  ['Payment', PAYMENT],
  [
    'PaymentMethod',
    { id: 'pm_1ExampleOfACard', brand: 'visa', last4: '4242', expMonth: 8, expYear: 2030, isDefault: true },
  ],
  ['PaymentSession', { sessionUrl: 'https://checkout.stripe.com/c/pay/cs_1' }],
  [
    'PriceEstimate',
    {
      estimatedPrice: 33.32,
      currency: 'EUR',
      distanceKm: 14.8,
      breakdown: [
        { label: 'Base price', amount: 5.9 },
        { label: 'Distance, 14.8 km', amount: 9.18 },
      ],
      vat: { percent: 23, amount: 6.23 },
    },
  ],
  ['Problem', PROBLEM],
  ['Tracking', { ...ORDER, from: 'Rathmines', to: 'Howth' }],
  ['User', USER],
]);
