import { statSync } from 'node:fs';
import { join } from 'node:path';

import { writeExport, writeJson } from '../factories/chatgpt/write-export.ts';
import { treeMemory, watchMemory } from '../harness/tree-memory.ts';
import { importExport, type Send } from '../harness/upload-export.ts';
import { call } from './client.ts';
import { newestUser, withClient } from './database.ts';
import { importBare } from './floors/import.ts';
import { atMost, noted, type Line } from './report.ts';
import { measureDelayDuring, type ChatTargets } from './streams.ts';

const CONVERSATIONS = 10_000 * Number(process.env.BENCH_SCALE ?? 1);
/** Makes the export 142 MB large. */
const TURNS = 5;
const WORDS = 225;
const SEARCHABLE_MS = 60_000;

export interface ImportingPerson {
  url: string;
  pid: number;
  cookie: string;
  /** Of the app. */
  database: string;
  directory: string;
  targets: ChatTargets;
}

function sender({ url, cookie }: ImportingPerson): Send {
  return (path, init = {}) =>
    fetch(url + path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie, origin: url },
    });
}

/** Row 13: 10,000 conversations from the first part to the last row listed, while 20 answers stream. */
export async function measureImport(person: ImportingPerson): Promise<Line[]> {
  const file = join(person.directory, 'conversations.zip');
  const options = { conversations: CONVERSATIONS, turns: TURNS, words: WORDS, compress: false };
  const written = await writeExport(file, options);
  const megabytes = statSync(file).size / 1e6;
  const send = sender(person);

  const idle = treeMemory(person.pid);
  const memory = watchMemory(person.pid);
  const started = performance.now();
  await importExport(send, file);
  await lastRowListed(person);
  const seconds = (performance.now() - started) / 1_000;
  const peak = memory.stop();
  const searchable = await untilSearchable(person, started);

  const again = await importAgain(send, file);
  const bareFile = join(person.directory, 'conversations.json');
  await writeJson(bareFile, options);
  const floor = await importBare(bareFile, person.database, await newestUser(person.database));
  await writeExport(file, { ...options, seed: 7 });
  const during = await measureDelayDuring(person.targets, () => importExport(send, file));
  const figure = (what: string, unit: string, app: number, bare: number | null = null) => ({
    row: 13,
    what,
    unit,
    app,
    floor: bare,
  });
  const size = `${Math.round(megabytes)} MB, ${written.conversations} conversations`;
  return [
    atMost(10, figure(`import of ${size}`, 's', seconds, floor)),
    noted(figure('  conversations a second', '1/s', written.conversations / seconds)),
    noted(figure('  of the export a second', 'MB/s', megabytes / seconds)),
    atMost(150, figure('  memory over idle', 'MB', (peak - idle) / 1e6)),
    noted(figure('  memory of all processes', 'MB', peak / 1e6)),
    atMost(50, figure('  20 streams meanwhile, delay p95', 'ms', during)),
    atMost(60, figure('  bodies searchable after', 's', searchable / 1_000)),
    atMost(0, figure('  rows added by importing again', '', again)),
  ];
}

interface Listed {
  items: unknown[];
  cursor: string | null;
}

/** Reads the list to its last page. */
async function lastRowListed({ url, cookie }: ImportingPerson): Promise<void> {
  const headers = { cookie };
  const first = await call(`${url}/api/conversations`, { headers });
  const { imports } = JSON.parse(first.text) as { imports: Listed & { count: number } };
  if (imports.count < CONVERSATIONS) throw new Error(`${imports.count} conversations are listed`);
}

/** Waits until everything is indexed. Returns milliseconds since `started`. */
async function untilSearchable({ database }: ImportingPerson, started: number): Promise<number> {
  return withClient(database, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ waits: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM conversations c WHERE c.searched_until IS DISTINCT FROM c.last_updated
            AND c.last_message <> '' AND c.deleted_at IS NULL) AS waits`,
      );
      const ms = performance.now() - started;
      if (!rows[0]?.waits || ms > 3 * SEARCHABLE_MS) return ms;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  });
}

/** Imports the same export again; returns how many conversations it adds. */
async function importAgain(send: Send, file: string): Promise<number> {
  const { result } = await importExport(send, file).catch((error: unknown) => {
    // As expected, nothing is left to choose.
    if (String(error).includes('at least one')) return { result: null };
    throw error;
  });
  return result === null ? 0 : result.imported + result.updated;
}
