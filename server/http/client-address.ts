import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

/** The peers whose forwarded client address is trusted: the direct peer, or the listed networks. */
export type TrustedProxies = { isTrusted(address: string): boolean; maxHops: number };

/** Internet providers give each customer at least an IPv6 /64 network, so one address does not identify a client. */
const IPV6_CUSTOMER_BITS = 64;

/**
 * Parses TRUST_PROXY: `1` means that the direct peer is the only proxy; otherwise it is a comma-separated list of
 * addresses and networks. Undefined if it is neither.
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text.trim() === '1') return { isTrusted: () => true, maxHops: 1 };
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.every((entry) => ipaddr.isValidCIDR(entry) || isAddress(entry))) return undefined;
  const networks = entries.map((entry) => (entry.includes('/') ? ipaddr.parseCIDR(entry) : single(entry)));
  const isIn = (address: Address, [network, bits]: [Address, number]) =>
    address.kind() === network.kind() && address.match(network, bits);
  return {
    isTrusted: (text) => isAddress(text) && networks.some((network) => isIn(ipaddr.process(text), network)),
    maxHops: Number.POSITIVE_INFINITY,
  };
}

/**
 * Returns the client's address: the peer's, unless the peer is a configured proxy; then the last address in
 * `X-Forwarded-For` that is not itself a trusted proxy. The client may have forged the entries before it. The package
 * `proxy-addr` was tried with the same tests: it does not remove ports, returns entries that are no addresses, and
 * leaves IPv4 addresses mapped into IPv6 as they are, so that most of this file would still be needed.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  proxies: TrustedProxies | undefined,
): string {
  let address = unmapIpv4(peer);
  if (proxies === undefined || forwardedFor === undefined) return address;
  const hops = forwardedFor.split(',').map((hop) => unmapIpv4(withoutPort(hop.trim())));
  for (let hop = 0; hop < proxies.maxHops && proxies.isTrusted(address); hop++) {
    const next = hops.pop();
    if (next === undefined || !isAddress(next)) break;
    address = next;
  }
  return address;
}

/** What rate limits count as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (!isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_CUSTOMER_BITS}`);
  return `${network.toString()}/${IPV6_CUSTOMER_BITS}`;
}

/** Some proxies (Azure's gateway among them) forward `198.51.100.1:49152` and `[2001:db8::1]:49152`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

/** An IPv4 address that is mapped into IPv6 is an IPv4 address. */
function unmapIpv4(address: string): string {
  return isAddress(address) ? ipaddr.process(address).toString() : address;
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function single(address: string): [Address, number] {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv6' ? 128 : 32];
}
