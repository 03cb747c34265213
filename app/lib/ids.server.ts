import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): sorts by creation time, strictly so within a process. */
export function newId(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any UUID; check an id from a URL with it before using it in a query. */
export function isId(value: string | undefined): value is string {
  return value !== undefined && UUID.test(value);
}
