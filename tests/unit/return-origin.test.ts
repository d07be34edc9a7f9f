import { describe, expect, test } from 'vitest';
import { returnOrigin } from '../../server/payments/return-origin.ts';

const PUBLIC = 'https://send.example';
const LOCAL = 'http://localhost:8080';

describe('The origin that a customer returns to after paying', () => {
  test.each([
    [{ origin: PUBLIC, host: 'send.example' }, PUBLIC, PUBLIC],
    [{ origin: 'https://evil.example', host: 'evil.example' }, PUBLIC, PUBLIC],
    [{ origin: undefined, host: 'evil.example' }, PUBLIC, PUBLIC],
    [{ origin: undefined, host: undefined }, PUBLIC, PUBLIC],
    [{ origin: 'null', host: 'localhost:8080' }, PUBLIC, PUBLIC],
    // nginx sends the address of the server as Host unless it is configured otherwise.
    [{ origin: undefined, host: '127.0.0.1:8080' }, PUBLIC, PUBLIC],
    [{ origin: PUBLIC, host: '127.0.0.1:8080' }, PUBLIC, PUBLIC],
    [{ origin: 'http://localhost:9000', host: '127.0.0.1:8080' }, PUBLIC, 'http://localhost:9000'],
    [{ origin: undefined, host: '127.0.0.1:9000' }, LOCAL, 'http://127.0.0.1:9000'],
    [{ origin: 'http://[::1]:8080', host: '[::1]:8080' }, LOCAL, 'http://[::1]:8080'],
  ])('of %j at %s is %s', (call, publicUrl, expected) => {
    expect(returnOrigin(call, publicUrl)).toBe(expected);
  });
});
