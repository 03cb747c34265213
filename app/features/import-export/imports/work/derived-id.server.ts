import { hash } from 'node:crypto';

/** The latest time that an id can contain, in milliseconds. */
const LATEST_MS = 2 ** 48 - 1;

/**
 * The UUIDv7 of an imported row. It sorts by `time` and is the same each time that the same row is imported into the same
 * place, so that no row is imported twice. Its random bits are a hash of both names.
 */
export function derivedId(time: number, place: string, name: string): string {
  const ms = Math.min(Math.max(Math.trunc(time), 0), LATEST_MS);
  const at = ms.toString(16).padStart(12, '0');
  const bits = hash('sha256', `${place}\0${name}`, 'hex');
  const variant = ((parseInt(bits.slice(3, 4), 16) & 3) | 8).toString(16);
  return `${at.slice(0, 8)}-${at.slice(8)}-7${bits.slice(0, 3)}-${variant}${bits.slice(4, 7)}-${bits.slice(7, 19)}`;
}

/** The part of a derived id that doesn't depend on its time. */
export function derivedPart(id: string): string {
  return id.slice(14);
}
