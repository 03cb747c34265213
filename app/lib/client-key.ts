import { v4 } from 'uuid';

/**
 * A key that the browser makes for a request, so that a repeated one is done once. Not `crypto.randomUUID`: on plain http,
 * as in an office's own network, browsers do not have it.
 */
export function newClientKey(): string {
  return v4();
}
