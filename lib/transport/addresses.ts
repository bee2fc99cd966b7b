/**
 * Which addresses of the network a server from the settings may have: none that is not on the open internet. Anyone who
 * may name any address there would else reach what only this machine and its neighbours may reach (R23).
 */
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registries, as far as nothing on the open internet has such an address. */
const CLOSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** All of IPv6 but what is given out, and of that what stands for an IPv4 address or is for documents. */
const OPEN_V6 = ['2000::', 3] as const;
const CLOSED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const closed = new BlockList();
for (const [net, bits] of CLOSED_V4) closed.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of CLOSED_V6) closed.addSubnet(net, bits, 'ipv6');
const open = new BlockList();
open.addSubnet(...OPEN_V6, 'ipv6');

/** Whether an IP address (no name) is on the open internet. What is no address is not. */
export function isOpen(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  // The part behind "%" names a network card.
  if (family !== 6 || address.includes('%')) return false;
  return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/**
 * Whether an address is written so that it is never on the open internet: a closed IP address, or `localhost`. Any
 * other name is looked up when it is connected.
 * @param hostname as of a URL, an IPv6 address in its brackets
 */
export function isClosedHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(host) === 0 ? /(?:^|\.)localhost$/i.test(host) : !isOpen(host);
}
