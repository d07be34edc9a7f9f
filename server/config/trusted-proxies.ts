import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

/** The peers whose forwarded client address is trusted: the direct peer, or the listed networks. */
export type TrustedProxies = { isTrusted(address: string): boolean; maxHops: number };

/** TRUST_PROXY: `1` (the direct peer), or addresses and networks between commas; undefined if it is neither. */
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

/** Whether a text is an IPv4 address with four numbers, or an IPv6 address. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function single(address: string): [Address, number] {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv6' ? 128 : 32];
}
