import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a host name or address, with or without brackets, can only mean this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const version = isIP(name);
  return version !== 0 && LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
}

/** The same for a `Host` header, which may name a port. */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  return header !== undefined && isLoopbackHost(header.replace(/:\d+$/, ''));
}
