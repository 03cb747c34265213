import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address that isIPv6 accepted. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const parse = (part: string): number[] =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => {
          if (!group.includes('.')) return [Number.parseInt(group, 16)];
          const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
          return [a * 256 + b, c * 256 + d];
        });
  const before = parse(head);
  if (tail === undefined) return before;
  const after = parse(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Longer than any way to write an address with its zone and port. */
const MAX_LENGTH = 100;

/** `[2001:db8::1]:443`, `[2001:db8::1]`, and `203.0.113.7:443`: some proxies write the port, too. */
const BRACKETED = /^\[([^[\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;

/** The address alone, without brackets, port, or zone. */
function bareAddress(written: string): string {
  if (written.length > MAX_LENGTH) return '';
  const text = written.trim();
  const address = BRACKETED.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text;
  return address.split('%')[0] ?? '';
}

/** A key by which the uses of one or many addresses are counted. */
export interface AddressTier {
  key: string;
  /** How many times a single address's limit it gets. */
  share: number;
}

/** Unreadable addresses count together, so that no one can use them to bypass a limit. */
export const UNREADABLE_ADDRESS = 'unreadable';

/**
 * What a provider's customer gets: at least a /64, often a /56, and on request a /48. A customer who rotates through
 * their networks is stopped by the wider ones, which several customers may share.
 */
const IPV6_TIERS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const;

/**
 * What the uses of a client's address count for, narrowest first: an IPv4 address itself, however it's written, and for
 * IPv6 the networks around it.
 */
export function addressTiers(address: string): AddressTier[] {
  const bare = bareAddress(address);
  if (isIPv4(bare)) return [{ key: bare, share: 1 }];
  if (!isIPv6(bare)) return [{ key: UNREADABLE_ADDRESS, share: 1 }];
  const groups = groupsOf(bare);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) {
    const [high = 0, low = 0] = groups.slice(6);
    return [{ key: [high >> 8, high & 255, low >> 8, low & 255].join('.'), share: 1 }];
  }
  return IPV6_TIERS.map(({ bits, share }) => ({ key: networkOf(groups, bits), share }));
}

/** What a client's connections are counted by: the narrowest of its tiers. */
export function addressKey(address: string | undefined): string {
  return addressTiers(address ?? '')[0]!.key;
}

function networkOf(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, 4).map((group, index) => {
    const left = Math.min(16, Math.max(0, bits - index * 16));
    return group & (0xffff << (16 - left)) & 0xffff;
  });
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
