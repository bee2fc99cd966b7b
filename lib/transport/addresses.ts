/**
 * Which network addresses a server from the settings may have: only public ones. Otherwise anyone who may enter an
 * address there could reach what only this machine and its network can reach (R23).
 */
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registries, except ranges that contain public addresses. */
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
/**
 * All of IPv6 except global unicast, and within that the ranges that embed an IPv4 address or are for documentation.
 */
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

/** Whether an IP address (not a name) is public. Anything that is no address is not. */
export function isOpen(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  // The part after "%" names a network interface.
  if (family !== 6 || address.includes('%')) return false;
  return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/**
 * Whether the host is never public as it is written: a closed IP address, or `localhost`. Any other name is looked up
 * when connecting.
 * @param hostname as in a URL, an IPv6 address in brackets
 */
export function isClosedHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(host) === 0 ? /(?:^|\.)localhost$/i.test(host) : !isOpen(host);
}
