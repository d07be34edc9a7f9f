import { randomUUID } from 'node:crypto';
import examples from '../../server/endpoints/openapi-examples.json';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { ContractClient, type ContractOptions, type Finding } from './contract-client.ts';
import { EXAMPLE_DELIVERY } from './example-delivery.ts';

const PASSWORD = 'a password of the contract check';
const NEW_PASSWORD = 'another password of the check';
/** No record has this id. */
const UNKNOWN_ID = 2_147_483_646;
const { createAddress: EXAMPLE_ADDRESS, subscribeToParcel: PUSH_SUBSCRIPTION } = examples.bodies;
const PARCEL = { ...EXAMPLE_DELIVERY, isFragile: false };
const GUEST = { firstName: 'Contract', lastName: 'Check', pickup: 'Bray', dropoff: 'Howth' };

/**
 * Calls every endpoint that needs neither a code from an email nor a card, as the app does, and compares the responses with
 * the contract. It leaves a guest's request behind, so it is for test installations.
 */
export async function checkContract(options: ContractOptions): Promise<Finding[]> {
  const client = new ContractClient(options);
  const email = `contract-${randomUUID()}@send.example`;
  const token = await checkUsers(client, email);
  if (token !== undefined) {
    await checkAddresses(client, token);
    await checkDeliveryRequests(client, token);
    await client.succeed('listPaymentMethods', { token });
    await client.succeed('listPayments', { token });
    await checkPush(client, token);
    await checkSessions(client, email, token);
  }
  const key = randomUUID();
  await client.succeed('submitGuestRequest', { body: GUEST, key });
  await client.succeed('getGuestRequest', { params: { key } });
  await client.refuse(
    'trackOrder',
    { statuses: [404] },
    { title: 'refuses an unknown tracking number', params: { orderGuid: randomUUID() } },
  );
  // An API without references may leave this call out, and then responds in the same way.
  await client.refuse(
    'getReferenceStatus',
    { statuses: [404] },
    { title: 'refuses an unknown reference', params: { reference: 'SND-0000000000' } },
  );
  return client.findings;
}

/** Notifications are the only calls that an API may leave out, because the configuration says whether it has them. */
async function checkPush(client: ContractClient, token: string): Promise<void> {
  const { endpoint } = PUSH_SUBSCRIPTION;
  if (await client.lacks('unsubscribePush', { body: { endpoint } })) {
    client.record('unsubscribePush', 'is missing: leave push.publicKey empty in /config.json', []);
    return;
  }
  await client.succeed('subscribeToDeliveries', { token, body: PUSH_SUBSCRIPTION });
  await client.succeed('unsubscribePush', { body: { endpoint } });
  await client.refuse(
    'subscribeToParcel',
    { statuses: [404] },
    {
      title: 'refuses an unknown tracking number',
      params: { orderGuid: randomUUID() },
      body: PUSH_SUBSCRIPTION,
    },
  );
}

async function checkUsers(client: ContractClient, email: string): Promise<string | undefined> {
  const user = { name: 'Contract Check', phoneNumber: '+353 1 555 0100', email, password: PASSWORD };
  await client.succeed('registerUser', { body: user });
  await client.refuse(
    'registerUser',
    { statuses: [400, 409, 422], code: 'USER_ALREADY_EXISTS' },
    { title: 'rejects an email address that has an account', body: user },
  );
  await client.refuse(
    'login',
    { statuses: [400, 401, 403], code: 'INCORRECT_PASSWORD' },
    { title: 'refuses a wrong password', body: { email, password: 'wrong' } },
  );
  await client.refuse('getUser', { statuses: [401] }, { title: 'refuses a call without a token' });
  await client.refuse('getUser', { statuses: [401] }, { title: 'refuses a forged token', token: 'forged' });
  const token = (await client.succeed('login', { body: { email, password: PASSWORD } }))?.jwtToken;
  if (token === undefined) return undefined;
  await client.succeed('getUser', { token });
  await client.succeed('editUser', { token, body: { name: 'Renamed' } });
  await client.succeed('sendEmailCode', { body: { email } });
  return token;
}

async function checkAddresses(client: ContractClient, token: string): Promise<void> {
  const created = await client.succeed('createAddress', { token, body: EXAMPLE_ADDRESS });
  const listed = await client.succeed('listAddresses', { token });
  if (created === undefined) return;
  const isListed = listed?.some(({ id }) => id === created.id) ?? false;
  client.record('listAddresses', 'contains the new address', isListed ? [] : ['does not']);
  const second = await client.succeed('createAddress', {
    title: 'succeeds a second time',
    token,
    body: { ...EXAMPLE_ADDRESS, name: 'Second' },
  });
  await client.readPages('listAddresses', token);
  if (second !== undefined) await client.succeed('deleteAddress', { token, params: { id: second.id } });
  const params = { id: created.id };
  await client.succeed('editAddress', { token, params, body: { ...EXAMPLE_ADDRESS, name: 'Warehouse' } });
  await client.succeed('setDefaultPickUp', { token, params });
  await client.succeed('setDefaultDropOff', { token, params });
  await client.succeed('deleteAddress', { token, params });
  await client.refuse(
    'deleteAddress',
    { statuses: [404], code: 'ADDRESS_NOT_FOUND' },
    { title: 'refuses an address that does not exist', token, params },
  );
}

async function checkDeliveryRequests(client: ContractClient, token: string): Promise<void> {
  await client.succeed('estimatePrice', { body: PARCEL });
  const key = randomUUID();
  const created = await client.succeed('createDeliveryRequest', { token, body: PARCEL, key });
  if (created === undefined) return;
  const params = { id: created.id };
  const isWaiting = created.status === REQUEST_STATUS.waitingPayment;
  client.record(
    'createDeliveryRequest',
    'waits for payment',
    isWaiting ? [] : [`has the status ${created.status}`],
  );
  const repeated = await client.succeed('createDeliveryRequest', {
    title: 'succeeds again with the same Idempotency-Key',
    token,
    body: PARCEL,
    key,
  });
  client.record(
    'createDeliveryRequest',
    'creates one request for one Idempotency-Key',
    repeated?.id === created.id ? [] : ['creates a second one: set idempotency.api to false in /config.json'],
  );
  const listed = await client.succeed('listDeliveryRequests', { token });
  const isListed = listed?.some(({ id }) => id === created.id) ?? false;
  client.record('listDeliveryRequests', 'contains the new request', isListed ? [] : ['does not']);
  const second = await client.succeed('createDeliveryRequest', {
    title: 'succeeds with another Idempotency-Key',
    token,
    body: PARCEL,
    key: randomUUID(),
  });
  await client.readPages('listDeliveryRequests', token);
  if (second !== undefined)
    await client.succeed('deleteDeliveryRequest', { token, params: { id: second.id } });
  await client.succeed('getDeliveryRequest', { token, params });
  await client.refuse(
    'getDeliveryRequest',
    { statuses: [404], code: 'ORDER_REQUEST_NOT_FOUND' },
    { title: 'refuses a request that does not exist', token, params: { id: UNKNOWN_ID } },
  );
  await client.refuse(
    'getDeliveryRequest',
    { statuses: [401] },
    { title: 'refuses a call without a token', params },
  );
  await client.succeed('editDeliveryRequest', { token, params, body: { ...PARCEL, isFragile: true } });
  const session = await client.succeed('createPaymentSession', { token, params });
  const isUrl = session !== undefined && /^https?:\/\//.test(session.sessionUrl);
  client.record('createPaymentSession', 'returns an absolute URL', isUrl ? [] : ['does not']);
  await client.succeed('getDeliveryPayment', { token, params });
  await client.succeed('deleteDeliveryRequest', { token, params });
  await client.refuse(
    'getDeliveryRequest',
    { statuses: [404] },
    { title: 'refuses a request that was deleted', token, params },
  );
}

async function checkSessions(client: ContractClient, email: string, token: string): Promise<void> {
  const passwords = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
  const changed = await client.succeed('changePassword', { token, body: passwords });
  const current = changed?.jwtToken ?? token;
  const credentials = { email, password: NEW_PASSWORD };
  const second = await client.succeed('login', { title: 'accepts the new password', body: credentials });
  if (second?.sessionId) {
    await client.succeed('endSessionById', { body: { sessionId: second.sessionId } });
    await client.refuse(
      'getUser',
      { statuses: [401] },
      { title: 'refuses the token of a session that was ended by its id', token: second.jwtToken },
    );
  }
  await client.succeed('listSessions', { token: current });
  await client.succeed('logOut', { token: current });
  await client.refuse(
    'getUser',
    { statuses: [401] },
    { title: 'refuses a token after logging out', token: current },
  );
  const last = (await client.succeed('login', { title: 'succeeds after logging out', body: credentials }))
    ?.jwtToken;
  await client.succeed('exportAccount', { token: last });
  await client.succeed('deleteAccount', { token: last, body: { password: NEW_PASSWORD } });
  await client.refuse(
    'login',
    { statuses: [400, 401, 403, 404] },
    { title: 'refuses an account that was deleted', body: credentials },
  );
}
