import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { writeLargeConversation } from '../factories/chatgpt/hostile.ts';
import { memoryGroup } from '../harness/memory-group.ts';
import { watchMemory } from '../harness/tree-memory.ts';
import { importExport } from '../harness/upload-export.ts';
import { postgresOf, query, start, temporaryDataDir } from '../process/setup.ts';
import { signedUp } from '../process/visitor.ts';

const MB = 1024 * 1024;
/** docs/operating.md promises that the app, its PostgreSQL, and one import run with this much memory. */
const MACHINE = 1024 * MB;
const MESSAGES = 399_990;
const CHARACTERS = 200;

const made = memoryGroup(MACHINE / MB);
const group = 'unavailable' in made ? null : made;
afterAll(async () => {
  await group?.remove();
  if ('unavailable' in made) console.warn(`The import was only measured: ${made.unavailable}.`);
});

it('a conversation of 400,000 messages is imported within 1 GB', async () => {
  const dataDir = temporaryDataDir();
  const file = join(dataDir, 'export.zip');
  // Roughly what a message of this length takes in an export.
  const { nodes } = await writeLargeConversation(file, {
    bytes: MESSAGES * (CHARACTERS + 485),
    characters: CHARACTERS,
    zip: true,
  });
  expect(nodes).toBeGreaterThan(350_000);
  const app = start({ dataDir, prefix: group?.prefix, settings: { RATE_LIMITS: 'false' } });
  const person = await signedUp(await app.ready);
  const memory = watchMemory(app.pid);
  const done = await importExport(person.fetch, file);
  const peak = memory.stop();
  expect(done.result).toMatchObject({ imported: 1, skipped: 0 });
  const [row] = await query(postgresOf(dataDir).url, 'SELECT count(*)::int AS count FROM messages');
  expect(row?.count).toBe(Math.min(nodes, 400_000 - 1));
  // PostgreSQL takes about 200 MB of the machine. Without /proc, nothing is measured.
  expect(peak > MACHINE - 256 * MB).toBe(false);
  expect(group?.kills() ?? 0).toBe(0);
  expect(app.stdout()).not.toContain('the process of an import died');
  expect((await person.fetch('/healthz')).status).toBe(200);
  console.info(`${nodes} messages: ${Math.round(peak / MB)} MB at most, without PostgreSQL`);
}, 1_200_000);
