import { hash } from 'node:crypto';

/** What a conversation of a service is kept by: its name may be as long as it likes. */
export function keyOf(name: string): string {
  return hash('sha256', name, 'base64url');
}
