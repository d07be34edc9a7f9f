import { expect, test } from './fixtures.ts';
import { readAllStorage } from './support/device.ts';

test('After a log-out no data of the account is on the device or shown by Back (SES-04)', async ({
  app,
  customer,
}) => {
  await customer.createDeliveryRequest();
  await app.logIn(customer.user.email, customer.password, customer.user.name);
  await app.installWorker();
  await app.open('/');
  await app.fillPlaces('5 Parnell Square, Dublin', '7 Strand Road, Sandymount');
  await app.open('/deliveries');
  await app.expectText('Howth');
  const token = String(await app.engine.evaluate('JSON.parse(localStorage.user).jwtToken'));
  const words = [token, customer.user.email, 'Howth', '5 Parnell Square, Dublin'];
  await expect.poll(async () => missingIn(await readAllStorage(app.engine), words)).toEqual([]);

  await app.open('/account');
  await app.press('button', 'Log Out');
  await app.expectText('Are you sure you want to log out?');
  await app.press('button', 'Log Out');
  await app.expectText('Logout successful');
  await expect.poll(async () => missingIn(await readAllStorage(app.engine), words)).toEqual(words);

  await app.engine.back();
  await app.expectText('My Deliveries');
  await app.expectNoText('Howth', 5000);
  expect(await app.text()).not.toContain(customer.user.name);
});

function missingIn(text: string, words: string[]): string[] {
  return words.filter((word) => !text.includes(word));
}
