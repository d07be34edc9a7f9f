import ipaddr from 'ipaddr.js';
import { isAddress, type TrustedProxies } from '../config/trusted-proxies.ts';

/** Internet providers give each customer at least an IPv6 /64 network, so one address does not identify a client. */
const IPV6_CUSTOMER_BITS = 64;

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
