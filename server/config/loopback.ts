import ipaddr from 'ipaddr.js';
import { isAddress } from './trusted-proxies.ts';

/** Whether a host name or address, with or without brackets, can only mean this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isAddress(name) && ipaddr.process(name).range() === 'loopback';
}

/** The same for a `Host` header, which may name a port. */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  return header !== undefined && isLoopbackHost(header.replace(/:\d+$/, ''));
}
