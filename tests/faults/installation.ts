import { afterAll, beforeAll, expect } from 'vitest';

import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts';
import { ENCRYPTION_KEY, SESSION_SECRET } from '../harness/app-process.ts';
import { postgresOf, query, start, temporaryDataDir, type AppProcess } from '../process/setup.ts';
import { openLine, type Line } from './line.ts';

/** A PostgreSQL and a provider for all tests of a file; each test gets its own database. */
export interface Installation {
  openAi: FakeOpenAi;
  /** SIGINT shuts PostgreSQL down, SIGQUIT crashes it; either way it's restarted on the same port. */
  signalPostgres(signal: 'SIGINT' | 'SIGQUIT'): void;
  /** An empty database; `line` is the connection through which apps reach it. */
  database(): Promise<{ url: string; line: Line }>;
  /** A ready app on that database; `settings` are all settings that it got. */
  app(
    database: { line: Line; url: string },
    settings?: Record<string, string>,
    command?: string,
  ): Promise<{ app: AppProcess; address: string; settings: Record<string, string> }>;
}

/** Call once at the top of a test file. `durable`: committed data survives a crash of PostgreSQL. */
export function openInstallation({ durable = false } = {}): Installation {
  let postgres: EmbeddedPostgres;
  let openAi: FakeOpenAi;
  const lines: Line[] = [];
  let databases = 0;
  let dataDir: string;

  beforeAll(async () => {
    openAi = await startFakeOpenAi();
    dataDir = temporaryDataDir();
    postgres = await startEmbeddedPostgres({ dataDir, durable });
  });
  afterAll(async () => {
    for (const line of lines) await line.close();
    await postgres.stop();
    await openAi.close();
  });

  return {
    get openAi() {
      return openAi;
    },
    signalPostgres(signal) {
      process.kill(postgresOf(dataDir).pid, signal);
    },
    async database() {
      const name = `house${(databases += 1)}`;
      await query(postgres.url, `CREATE DATABASE ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      const line = await openLine(Number(url.port));
      lines.push(line);
      return { url: url.href, line };
    },
    async app({ url, line }, settings = {}, command = 'serve') {
      const over = new URL(url);
      over.port = String(line.port);
      // Otherwise it would use the socket and bypass the line.
      over.search = '';
      const all = {
        DATABASE_URL: over.href,
        DATA_DIR: temporaryDataDir(),
        SESSION_SECRET,
        ENCRYPTION_KEY,
        OPENAI_BASE_URL: openAi.url,
        OPENAI_API_KEY: 'sk-test',
        METERING: 'allowance',
        RATE_LIMITS: 'false',
        ...settings,
      };
      const app = start({ command, settings: all });
      return { app, address: command === 'serve' ? await app.ready : '', settings: all };
    },
  };
}

/** Stops it as an operator does, and expects a clean end. */
export async function stop(app: AppProcess): Promise<void> {
  app.kill('SIGTERM');
  expect(await app.ended).toEqual({ code: 0, signal: null });
}
