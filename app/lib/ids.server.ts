import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): sorts by time of creation, within a process strictly. */
export function newId(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any UUID; an id from a URL must pass it before it goes into a query. */
export function isId(value: string | undefined): value is string {
  return value !== undefined && UUID.test(value);
}
