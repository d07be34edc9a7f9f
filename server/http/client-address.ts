import { BlockList, isIP } from 'node:net';

/** Which peers may say whom they speak for: whoever connects directly, or listed networks. */
export type TrustedProxies = { isTrusted(address: string): boolean; maxHops: number };

/**
 * Reads TRUST_PROXY: `1` means that whoever connects is the one proxy; otherwise addresses and networks
 * between commas. Undefined where it is neither.
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text.trim() === '1') return { isTrusted: () => true, maxHops: 1 };
  const list = new BlockList();
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const [address = '', bits] = part.split('/');
    const version = isIP(address);
    if (version === 0) return undefined;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    const prefix = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits);
    if (!Number.isInteger(prefix) || prefix < 0 || prefix > (version === 6 ? 128 : 32)) return undefined;
    list.addSubnet(address, prefix, family);
  }
  return {
    isTrusted: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
    maxHops: Number.POSITIVE_INFINITY,
  };
}

/**
 * The client's own address: the peer's, unless the peer is a configured proxy; then the nearest address in
 * `X-Forwarded-For` that is not a proxy too. Anything further left may have been made up by the client.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  proxies: TrustedProxies | undefined,
): string {
  let address = unmapIpv4(peer);
  if (proxies === undefined || forwardedFor === undefined) return address;
  const hops = forwardedFor.split(',').map((hop) => unmapIpv4(hop.trim()));
  for (let hop = 0; hop < proxies.maxHops && proxies.isTrusted(address); hop++) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** IPv4 in IPv6's clothes is IPv4. */
function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
