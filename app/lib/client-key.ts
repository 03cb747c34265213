import { v4 } from 'uuid';

/**
 * A key that the browser makes for a request, so that a repeated one is done once. Not `crypto.randomUUID`, which
 * browsers don't offer on plain http, as in an office's own network.
 */
export function newClientKey(): string {
  return v4();
}
