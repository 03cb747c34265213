import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type pg from 'pg';
import { createServer, type ViteDevServer } from 'vite';

import { withClient } from './database.ts';
import { DOCUMENTS, QUESTIONS } from './knowledge/corpus.ts';
import { embedding } from './knowledge/fake-embedder.ts';
import { filler } from './knowledge/filler.ts';
import { atLeast, atMost, noted, type Line } from './report.ts';
import { percentile } from './statistics.ts';
import { SECRETS } from './world.ts';

/** BENCH_SCALE reduces the data to try a benchmark out; its results mean nothing. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1);
const CHUNKS = 100_000 * SCALE;
const EMBEDDED = 20_000 * SCALE;
const INDEXED_PAGES = 20;
const CHUNKS_OF_PAGE = 200;
const ROUNDS = 4;
const MODEL = 'fake';
const MB = 1_048_576;

type Ids = Promise<string[]>;

/** The modules of the app that are measured, in this process. */
interface Knowledge {
  db: {
    sql: object;
    pool: { end(): Promise<void> };
    prismaTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  };
  indexPage(tx: Tx, userId: string, page: object, text: string): Promise<number>;
  search(
    sql: object,
    userId: string,
    profileId: string,
    question: string,
    ranking?: (candidates: Ids) => Ids,
  ): Ids;
  vectorStore(): {
    rank(sql: object, at: object, question: Int8Array, limit: number): Promise<string[] | null>;
  };
}

interface Tx {
  source: { create(row: object): Promise<unknown> };
  sourcePage: { create(row: object): Promise<unknown> };
}

interface Profile {
  userId: string;
  id: string;
}

/**
 * Row 18: indexing, and finding passages among 100,000 by their words, and among 20,000 by words and embeddings, with how
 * well they are found. Only what the server does for a question: no provider is asked.
 */
export async function measureKnowledge(database: string): Promise<Line[]> {
  Object.assign(process.env, SECRETS, { DATABASE_URL: database });
  const vite = await createServer({
    configFile: false,
    root: process.cwd(),
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    resolve: { alias: { '~': `${process.cwd()}/app` } },
    logLevel: 'error',
  });
  try {
    const app = await load(vite);
    const lines = await withClient(database, async (client) => {
      const words = await newProfile(client);
      const ingest = await measureIngest(app, words);
      await fill(client, words, CHUNKS);
      const byWords = await measureSearch(app, client, words);
      const meaning = await newProfile(client);
      await addDocuments(app, meaning);
      await fill(client, meaning, EMBEDDED);
      await embed(client, meaning);
      await warm(app, meaning);
      const byBoth = await measureSearch(app, client, meaning, rankWith(app, meaning));
      return [
        ...ingest,
        ...linesOf(`${CHUNKS.toLocaleString('en')} passages by words`, byWords),
        ...linesOf(`${EMBEDDED.toLocaleString('en')} by words and embeddings`, byBoth),
      ];
    });
    await app.db.pool.end();
    return lines;
  } finally {
    await vite.close();
  }
}

async function load(vite: ViteDevServer): Promise<Knowledge> {
  const at = '/app/features/brand/knowledge';
  const [db, index, retrieve, store] = await Promise.all([
    vite.ssrLoadModule('/app/lib/db/index.server.ts'),
    vite.ssrLoadModule(`${at}/chunks/index-page.server.ts`),
    vite.ssrLoadModule(`${at}/search/retrieve.server.ts`),
    vite.ssrLoadModule(`${at}/search/vector-store.server.ts`),
  ]);
  return { db, ...index, ...retrieve, ...store } as unknown as Knowledge;
}

async function newProfile(client: pg.Client): Promise<Profile> {
  const profile = { userId: randomUUID(), id: randomUUID() };
  await client.query(
    `INSERT INTO users (id, email, password_hash, first_name, last_name, updated_at)
     VALUES ($1::uuid, $1 || '@example.com', '', 'Documents', 'Owner', now())`,
    [profile.userId],
  );
  await client.query(
    `INSERT INTO profiles (id, user_id, name, updated_at) VALUES ($1, $2, 'Brand', now())`,
    [profile.id, profile.userId],
  );
  return profile;
}

function addPage(app: Knowledge, { userId, id: profileId }: Profile, name: string, text: string) {
  const page = { id: randomUUID(), sourceId: randomUUID(), profileId };
  return app.db.prismaTransaction(async (tx) => {
    const source = { id: page.sourceId, userId, profileId, kind: 'text', state: 'ready', name };
    await tx.source.create({ data: source });
    await tx.sourcePage.create({
      data: { id: page.id, userId, sourceId: page.sourceId, position: 0 },
    });
    return app.indexPage(tx, userId, page, text);
  });
}

async function addDocuments(app: Knowledge, profile: Profile): Promise<void> {
  for (const [name, text] of Object.entries(DOCUMENTS)) await addPage(app, profile, name, text);
}

async function measureIngest(app: Knowledge, profile: Profile): Promise<Line[]> {
  await addDocuments(app, profile);
  collectGarbage();
  const idle = process.memoryUsage().rss;
  let peak = idle;
  let chunks = 0;
  let seconds = 0;
  for (let page = 0; page < Math.max(1, INDEXED_PAGES * SCALE); page += 1) {
    const text = Array.from(
      { length: CHUNKS_OF_PAGE },
      (_, at) => `## Section ${at}\n\n${filler(page * CHUNKS_OF_PAGE + at)}`,
    ).join('\n');
    const started = performance.now();
    chunks += await addPage(app, profile, `Page ${page}`, text);
    seconds += (performance.now() - started) / 1_000;
    peak = Math.max(peak, process.memoryUsage().rss);
    // What is needed is measured, not how long garbage may lie: this process has no limits, unlike the app's.
    collectGarbage();
  }
  const figure = (what: string, unit: string, value: number) => ({
    row: 18,
    what,
    unit,
    app: value,
  });
  return [
    atLeast(200, figure('passages indexed a second', '1/s', chunks / seconds)),
    atMost(150, figure('  memory over idle', 'MB', (peak - idle) / MB)),
  ];
}

/** As `--expose-gc` has it. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

/** Adds passages about nothing up to this number, without the time that single rows take the indexes. */
async function fill(client: pg.Client, profile: Profile, upTo: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexname = 'source_chunks_words_idx'`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const page = { id: randomUUID(), sourceId: randomUUID() };
  await client.query(
    `INSERT INTO sources (id, user_id, profile_id, kind, state, name) VALUES ($1, $2, $3, 'text', 'ready', 'Filler')`,
    [page.sourceId, profile.userId, profile.id],
  );
  await client.query(
    `INSERT INTO source_pages (id, user_id, source_id, position) VALUES ($1, $2, $3, 0)`,
    [page.id, profile.userId, page.sourceId],
  );
  const { rows: counted } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM source_chunks WHERE profile_id = $1`,
    [profile.id],
  );
  const words = new Set<string>();
  for (let from = counted[0]?.count ?? 0; from < upTo; from += 1_000) {
    const texts = Array.from({ length: Math.min(1_000, upTo - from) }, (_, at) =>
      filler(from + at),
    );
    for (const text of texts) {
      for (const [word] of text.matchAll(/\p{L}{4,}/gu)) words.add(word.toLowerCase());
    }
    await client.query(
      `INSERT INTO source_chunks (id, user_id, profile_id, source_id, page_id, position, content, tokens, language)
       SELECT gen_random_uuid(), $1, $2, $3, $4, $5::int + place, text, 280, 'english'
         FROM unnest($6::text[]) WITH ORDINALITY AS given (text, place)`,
      [profile.userId, profile.id, page.sourceId, page.id, from, texts],
    );
  }
  await client.query(
    `INSERT INTO source_words (source_id, word, user_id, profile_id)
     SELECT $1, word, $2, $3 FROM unnest($4::text[]) AS given (word)`,
    [page.sourceId, profile.userId, profile.id, [...words]],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query('VACUUM ANALYZE source_chunks, source_words');
}

async function embed(client: pg.Client, profile: Profile): Promise<void> {
  const { rows } = await client.query<{ id: string; content: string }>(
    `SELECT id, content FROM source_chunks WHERE profile_id = $1`,
    [profile.id],
  );
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500);
    await client.query(
      `UPDATE source_chunks c SET embedding = given.embedding, embedding_scale = 1, embedding_model = $1,
              embedding_dims = length(given.embedding)
         FROM unnest($2::uuid[], $3::bytea[]) AS given (id, embedding) WHERE c.id = given.id`,
      [
        MODEL,
        some.map(({ id }) => id),
        some.map((row) => Buffer.from(embedding(row.content).buffer)),
      ],
    );
  }
  await client.query('VACUUM ANALYZE source_chunks');
}

function rankWith(app: Knowledge, { userId, id: profileId }: Profile) {
  const at = { userId, profileId, model: MODEL };
  return (question: string) => async () =>
    (await app.vectorStore().rank(app.db.sql, at, embedding(question), 50)) ?? [];
}

/** The first question of a profile makes its embeddings be loaded. */
async function warm(app: Knowledge, profile: Profile): Promise<void> {
  const rank = rankWith(app, profile)('warm up');
  while ((await rank()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
}

interface Found {
  recall: number;
  mrr: number;
  times: number[];
}

async function measureSearch(
  app: Knowledge,
  client: pg.Client,
  { userId, id }: Profile,
  rankFor?: (question: string) => (candidates: Ids) => Ids,
): Promise<Found> {
  const times: number[] = [];
  let found = 0;
  let reciprocal = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [question, answer] of QUESTIONS) {
      const started = performance.now();
      const ids = await app.search(app.db.sql, userId, id, question, rankFor?.(question));
      // The first round warms up.
      if (round > 0) times.push(performance.now() - started);
      if (round > 0) continue;
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM source_chunks WHERE id = ANY($1::uuid[]) AND strpos(lower(content), lower($2)) > 0`,
        [ids, answer],
      );
      const place = Math.min(...rows.map((row) => ids.indexOf(row.id)), Infinity);
      if (place < 5) found += 1;
      reciprocal += 1 / (place + 1);
      if (place >= 5 && process.env.BENCH_MISSES) console.log(`  ${place}: ${question}`);
    }
  }
  return { recall: found / QUESTIONS.length, mrr: reciprocal / QUESTIONS.length, times };
}

function linesOf(what: string, { recall, mrr, times }: Found): Line[] {
  const figure = (name: string, unit: string, app: number) => ({ row: 18, what: name, unit, app });
  return [
    atMost(30, figure(`${what} p50`, 'ms', percentile(times, 0.5))),
    atMost(80, figure(`${what} p95`, 'ms', percentile(times, 0.95))),
    noted(figure(`  recall@5 of ${QUESTIONS.length} questions`, '', recall)),
    noted(figure('  MRR', '', mrr)),
  ];
}
