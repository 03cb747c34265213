import pg from 'pg';

import { startEmbeddedPostgres } from '../../../server/postgres/embedded.ts';

/** Runs a statement on the journeys' database, for preparations that no person could do. */
export async function inDatabase(text: string, values: unknown[] = []): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error('the app was not started');
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
    await database.stop();
  }
}
