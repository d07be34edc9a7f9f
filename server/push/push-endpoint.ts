import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether messages may be sent to an address that a browser has named. Otherwise anyone could make this server call
 * machines of its own network: only https on its usual port, and no address that is not public. Names are checked when
 * they are resolved, see {@link lookupPublicAddress}. (SEC-76)
 * @param allowsLocal also allows http and this machine, for development and tests
 */
export function isAllowedEndpoint(endpoint: string, allowsLocal: boolean): boolean {
  // Browsers write addresses in ASCII. An index of the database has no room for as many other characters.
  if (!URL.canParse(endpoint) || !/^[!-~]+$/.test(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (allowsLocal) return protocol === 'https:' || protocol === 'http:';
  if (protocol !== 'https:' || port !== '') return false;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // A name without a dot can only be a machine of the own network.
  return ipaddr.isValid(host) ? isPublicAddress(host) : /\.[a-z][a-z\d-]*$/i.test(host);
}

/** Resolves a name to its public addresses. The connection uses the checked addresses, so that a name cannot change. */
export const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '');
    const addresses = found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (first === undefined) return callback(new Error('The push service has no public address'), '');
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}
