import { BlockList, isIP } from 'node:net';

/** What no stranger can reach: this machine, its network, and what stands for nothing. */
const HIDDEN = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  HIDDEN.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  HIDDEN.addSubnet(network, bits, 'ipv6');
}

/** Names that mean something within a network only. */
const OF_THE_HOUSE =
  /\.(localhost|local|localdomain|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/;

/** True of an https address that someone out on the internet may be able to reach. */
export function isPublicHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const family = isIP(host);
  if (family !== 0) return !HIDDEN.check(host, family === 4 ? 'ipv4' : 'ipv6');
  return host.includes('.') && !OF_THE_HOUSE.test(host);
}
