import pg from 'pg';
import { vi } from 'vitest';

/** Records all statements from now on, over any connection, in a transaction or not. */
export function spyOnStatements() {
  return vi.spyOn(pg.Client.prototype, 'query');
}
