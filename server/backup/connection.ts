import pg from 'pg';

/** A connection for work that may take hours. Whoever asks for it ends it. */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: `brandwright ${process.pid} backup`,
  });
  client.on('error', () => {
    // The query under way fails with it, and says so.
  });
  await client.connect();
  // A server's own limits are for people's requests. How values are written must not depend on its settings either.
  await client.query(
    `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0;
     SET client_encoding = 'UTF8'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
     SET extra_float_digits = 1; SET bytea_output = 'hex'`,
  );
  return client;
}

export const quoted = (name: string): string => pg.escapeIdentifier(name);
