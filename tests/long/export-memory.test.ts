import { afterEach, expect, it } from 'vitest';

import type { ExportView } from '../../app/features/import-export/page/import-export.ts';
import { memoryGroup } from '../harness/memory-group.ts';
import { treeMemory, watchMemory } from '../harness/tree-memory.ts';
import { postgresOf, query, start, temporaryDataDir, type AppProcess } from '../process/setup.ts';
import { signedUp, type SignedUp } from '../process/visitor.ts';

// docs/operating.md promises that the app and its own PostgreSQL run with 1 GB.

const LIMIT_MB = 1_024;
const MB = 1024 ** 2;
/** What an export may add to the memory of the process. */
const MORE_MB = 150;
const AGAIN_MS = 200;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface World {
  app: AppProcess;
  person: SignedUp;
  url: string;
  userId: string;
  /** Fails if the kernel had to kill one of the app's processes. */
  assertNoneKilled(): void;
}

/** The app in a memory group of 1 GB. Where groups aren't available, the test warns, and still measures the memory. */
async function world(): Promise<World> {
  const group = memoryGroup(LIMIT_MB);
  const dataDir = temporaryDataDir();
  if ('unavailable' in group) console.warn(`Without a limit of the kernel: ${group.unavailable}`);
  const limited = 'unavailable' in group ? null : group;
  const app = start({ dataDir, settings: { RATE_LIMITS: 'false' }, prefix: limited?.prefix });
  if (limited) ends.push(() => limited.remove());
  const person = await signedUp(await app.ready);
  const { url } = postgresOf(dataDir);
  const [user] = await query(url, 'SELECT id FROM users');
  return {
    ...{ app, person, url, userId: String(user?.id) },
    assertNoneKilled() {
      expect(limited?.kills() ?? 0).toBe(0);
    },
  };
}

/** Conversations with questions and answers in turn. */
async function fill({ url, userId }: World, conversations: number, messages: number) {
  await query(
    url,
    `WITH made AS (
       INSERT INTO conversations (id, user_id, title, last_message)
       SELECT gen_random_uuid(), $1::uuid, 'About loaf ' || n, 'With flour' FROM generate_series(1, $2::int) n
       RETURNING id
     ), texts AS (
       SELECT made.id AS conversation_id, n, gen_random_uuid() AS id FROM made, generate_series(1, $3::int) n
     ), linked AS (
       SELECT *, lag(id) OVER (PARTITION BY conversation_id ORDER BY n) AS parent_id FROM texts
     )
     INSERT INTO messages (id, user_id, conversation_id, parent_id, role, content, timestamp)
     SELECT id, $1::uuid, conversation_id, parent_id,
            (CASE n % 2 WHEN 1 THEN 'user' ELSE 'assistant' END)::message_role,
            'Message ' || n || ': ' || repeat('how much flour goes into a loaf of bread? ', 10),
            now() - interval '10 days' + n * interval '1 second'
       FROM linked`,
    [userId, conversations, messages],
  );
  await query(
    url,
    `UPDATE conversations c SET active_leaf_id = (
       SELECT id FROM messages WHERE conversation_id = c.id ORDER BY timestamp DESC LIMIT 1)
      WHERE user_id = $1::uuid`,
    [userId],
  );
}

async function bytesOf(response: Response): Promise<number> {
  expect(response.status).toBe(200);
  let bytes = 0;
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes += value.length;
  }
}

async function exported(person: SignedUp): Promise<ExportView> {
  const response = await person.fetch('/api/exports', { method: 'POST' });
  expect(response.status).toBe(200);
  for (;;) {
    const listed = await person.fetch('/api/exports');
    const [newest] = ((await listed.json()) as { items: ExportView[] }).items;
    if (newest && !['queued', 'running'].includes(newest.state)) return newest;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Bytes that the work adds to the process at its peak. */
async function adds(app: AppProcess, what: string, work: () => Promise<void>): Promise<number> {
  const before = treeMemory(app.pid);
  const memory = watchMemory(app.pid);
  const since = performance.now();
  try {
    await work();
  } finally {
    const peak = memory.stop();
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.log(
      `${what}: ${seconds} s, ${Math.round(before / MB)} MB before, ${Math.round(peak / MB)} MB at most`,
    );
    return peak - before;
  }
}

it('everything of 10,000 conversations is exported within 1 GB', async () => {
  const here = await world();
  await fill(here, 10_000, 2);
  const more = await adds(here.app, 'Everything of 10,000 conversations', async () => {
    const made = await exported(here.person);
    expect(made).toMatchObject({ state: 'ready', reason: null });
    const file = await here.person.fetch(`/api/exports/${made.id}/file`);
    expect(await bytesOf(file)).toBe(made.size);
  });
  here.assertNoneKilled();
  // Without /proc, nothing is measured.
  expect(more > MORE_MB * MB).toBe(false);
}, 600_000);

it('a conversation of 200,000 messages is exported within 1 GB', async () => {
  const here = await world();
  await fill(here, 1, 200_000);
  const [conversation] = await query(here.url, 'SELECT id FROM conversations');
  for (const format of ['markdown', 'json', 'html']) {
    const more = await adds(here.app, `200,000 messages as ${format}`, async () => {
      const path = `/api/conversations/${String(conversation?.id)}/export?format=${format}`;
      // Less than each message has.
      expect(await bytesOf(await here.person.fetch(path))).toBeGreaterThan(200_000 * 420);
    });
    here.assertNoneKilled();
    expect(more > MORE_MB * MB).toBe(false);
  }
}, 600_000);
