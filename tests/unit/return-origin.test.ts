import { describe, expect, test } from 'vitest';
import { returnOrigin } from '../../server/payments/payment-parameters.ts';

const PUBLIC = 'https://send.example';
const LOCAL = 'http://localhost:8080';

describe('The origin that a customer returns to after paying', () => {
  test.each([
    [PUBLIC, PUBLIC, PUBLIC],
    ['https://evil.example', PUBLIC, PUBLIC],
    [undefined, PUBLIC, PUBLIC],
    ['null', PUBLIC, PUBLIC],
    ['http://localhost:9000', PUBLIC, 'http://localhost:9000'],
    ['https://localhost:9000', PUBLIC, PUBLIC],
    [undefined, LOCAL, LOCAL],
    ['http://127.0.0.1:9000', LOCAL, 'http://127.0.0.1:9000'],
    ['http://[::1]:8080', LOCAL, 'http://[::1]:8080'],
  ])('of %s at %s is %s', (origin, publicUrl, expected) => {
    expect(returnOrigin(origin, publicUrl)).toBe(expected);
  });
});
