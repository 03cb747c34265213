import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { startEmbeddedPostgres } from '../../../server/postgres/embedded.ts';
import { install } from '../../harness/installed.ts';
import { ENCRYPTION_KEY, freePort, SESSION_SECRET, startApp } from '../../harness/app-process.ts';
import { test as journey } from './journey.ts';
import { TEST_HANG_MS } from '../../harness/eventually.ts';

export interface OwnApp {
  url: string;
  dataDir: string;
  /** The app's output. */
  log(): string;
  /** Runs a statement on the app's database. */
  sql(text: string, values?: unknown[]): Promise<unknown[]>;
  /** `npm run admin -- …`, in a process of its own beside the app; returns what it prints. */
  admin(...argv: string[]): Promise<string>;
  /** The same for a command that reads `typed` as a password. */
  adminTyping(typed: string, ...argv: string[]): Promise<string>;
}

const run = promisify(execFile);

type Settings = Record<string, string>;

/**
 * Journeys on their own app, one for each worker, with these settings or those that a function returns. `preload` is a module
 * that is loaded before the app.
 */
export function withOwnApp(
  settings: Settings | (() => Promise<Settings>),
  { preload }: { preload?: string } = {},
) {
  return journey.extend<object, { app: OwnApp }>({
    app: [
      async ({}, use) => {
        const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-own-'));
        chmodSync(dataDir, 0o711);
        await install(dataDir);
        const database = await startEmbeddedPostgres({ dataDir, durable: false });
        const own = typeof settings === 'function' ? await settings() : settings;
        const port = Number(own.PORT ?? (await freePort()));
        const env = {
          DATABASE_URL: database.url,
          SESSION_SECRET,
          ENCRYPTION_KEY,
          OPENAI_BASE_URL: process.env.E2E_PROVIDER_URL ?? '',
          OPENAI_API_KEY: 'test',
          RATE_LIMITS: 'false',
          ...own,
        };
        const app = await startApp({ dataDir, port, preload, env });
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        const adminTyping = async (typed: string, ...argv: string[]) => {
          const command = run('node_modules/.bin/node', ['server/admin.ts', ...argv], {
            env: { ...process.env, ...env, PORT: String(port), DATA_DIR: dataDir },
          });
          command.child.stdin?.end(`${typed}\n`);
          return (await command).stdout;
        };
        await use({
          url: app.url,
          dataDir,
          log: app.log,
          async sql(text, values) {
            const { rows } = await client.query(text, values);
            return rows as unknown[];
          },
          admin: (...argv) => adminTyping('', ...argv),
          adminTyping,
        });
        await client.end();
        await app.stop();
        await database.stop();
        rmSync(dataDir, { recursive: true, force: true });
      },
      { scope: 'worker', timeout: TEST_HANG_MS },
    ],
    baseURL: async ({ app }, use) => use(app.url),
  });
}
