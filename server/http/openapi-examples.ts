import type { EndpointName, RequestBody } from '../../src/contract/endpoints.ts';

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

/** An example of each body. */
export const BODY_EXAMPLES: { [V in EndpointName]?: RequestBody<V> } = {
  registerUser: { name: 'Aoife Brennan', phoneNumber: '+353 87 123 4567', email: EMAIL, password: PASSWORD },
  login: { email: EMAIL, password: PASSWORD },
  sendEmailCode: { email: EMAIL },
  recoverPassword: { code: 123_456, email: EMAIL, password: PASSWORD },
  changePassword: { oldPassword: PASSWORD, newPassword: 'staple correct battery' },
  editUser: { name: 'Aoife Byrne' },
  endSessionById: { sessionId: '3f2b8c1e-5d4a-4b6f-9a7c-0e1d2f3a4b5c' },
  deleteAccount: { password: PASSWORD },
  setMailUpdates: { isEnabled: false },
  createAddress: EXAMPLE_ADDRESS,
  editAddress: EXAMPLE_ADDRESS,
  chargeSavedCard: { paymentMethodId: 'pm_1ExampleOfACard', amount: 13.33, currency: 'EUR' },
  addPaymentMethod: { paymentMethodId: 'pm_1ExampleOfACard' },
  estimatePrice: EXAMPLE_DELIVERY,
  createDeliveryRequest: EXAMPLE_DELIVERY,
  editDeliveryRequest: EXAMPLE_DELIVERY,
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
