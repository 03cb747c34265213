import pg from 'pg';
import { vi } from 'vitest';

/** What goes to PostgreSQL from now on, over whatever connection, in a transaction or not. */
export function spyOnStatements() {
  return vi.spyOn(pg.Client.prototype, 'query');
}
