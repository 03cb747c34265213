import { afterAll, beforeAll, expect } from 'vitest';

import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/embedded.ts';
import { startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts';
import { ENCRYPTION_KEY, SESSION_SECRET } from '../harness/app-process.ts';
import { query, start, temporaryDataDir, type AppProcess } from '../process/setup.ts';
import { openLine, type Line } from './line.ts';

/** A PostgreSQL and a provider for all tests of a file; each test has a database of its own. */
export interface House {
  openAi: FakeOpenAi;
  /** An empty database; `line` is the way on which apps reach it. */
  database(): Promise<{ url: string; line: Line }>;
  /** An app on that database, ready. */
  app(
    database: { line: Line; url: string },
    settings?: Record<string, string>,
    command?: string,
  ): Promise<{ app: AppProcess; address: string }>;
}

/** To be called once, at the top of a test file. */
export function openHouse(): House {
  let postgres: EmbeddedPostgres;
  let openAi: FakeOpenAi;
  const lines: Line[] = [];
  let databases = 0;

  beforeAll(async () => {
    openAi = await startFakeOpenAi();
    postgres = await startEmbeddedPostgres({ dataDir: temporaryDataDir(), durable: false });
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
      const app = start({
        command,
        dataDir: temporaryDataDir(),
        settings: {
          DATABASE_URL: over.href,
          SESSION_SECRET,
          ENCRYPTION_KEY,
          OPENAI_BASE_URL: openAi.url,
          OPENAI_API_KEY: 'sk-test',
          METERING: 'allowance',
          RATE_LIMITS: 'false',
          ...settings,
        },
      });
      return { app, address: command === 'serve' ? await app.ready : '' };
    },
  };
}

/** As an operator ends it: it says that all went well. */
export async function stop(app: AppProcess): Promise<void> {
  app.kill('SIGTERM');
  expect(await app.ended).toEqual({ code: 0, signal: null });
}
