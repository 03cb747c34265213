import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import type { UserScope } from '~/lib/scope';

/** What the texts are about, in a space of our own: each word of a group points in its direction. */
const MEANINGS = [/dog|hound|puppy/gi, /boat|kayak|canoe/gi, /bread|loaf/gi, /./g];
let refused: RegExp | null = null;
let isDown = false;
let asked: string[][] = [];

const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { input, encoding_format: format } = JSON.parse(body) as {
      input: string[];
      encoding_format: string;
    };
    asked.push(input);
    const isRefused = refused !== null && input.some((text) => refused?.test(text));
    response.setHeader('content-type', 'application/json');
    if (isDown || isRefused || format !== 'float') {
      response.statusCode = isDown ? 500 : 413;
      return response.end(JSON.stringify({ error: { message: 'no' } }));
    }
    const data = input.map((text, index) => ({
      index,
      embedding: MEANINGS.map(
        (words, at) => (text.match(words)?.length ?? 0) / (at === 3 ? 1e6 : 1),
      ),
    }));
    // In another order: the index counts.
    response.end(JSON.stringify({ data: data.reverse() }));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.env.OPENAI_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
process.env.EMBEDDING_MODEL = 'm-1';
afterAll(() => void server.close());

const { createUser } = await import('../../factories/users.ts');
const { createProfile } = await import('../../factories/profiles.ts');
const { createSource } = await import('../../factories/sources.ts');
const { embedSources, rankByMeaning } =
  await import('~/features/brand/knowledge/search/embeddings.server');
const { search } = await import('~/features/brand/knowledge/search/retrieve.server');
const { prisma, sql, transaction } = await import('~/lib/db/index.server');

/** Ports between threads that keep the process alive. */
const openPorts = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
const portsBefore = openPorts();

let profile: { id: string; userId: UserScope };
let chunkIds: string[];

beforeEach(async () => {
  refused = null;
  isDown = false;
  asked = [];
  profile = await createProfile(await createUser());
  ({ chunkIds } = await createSource(
    profile,
    '# A\nEvery puppy is welcome.\n# B\nOne canoe is free.\n# C\nA loaf in the oven.',
  ));
});

const embedded = () =>
  prisma.sourceChunk.findMany({
    where: { userId: profile.userId },
    orderBy: { position: 'asc' },
    select: { embeddingModel: true, embeddingDims: true, embedding: true, embeddingScale: true },
  });

const found = (question: string, { id, userId } = profile) =>
  search(sql, userId, id, question, rankByMeaning(userId, id, question));

describe('embeddings', () => {
  test('are stored with their model, dimensions, and scale, as signed bytes', async () => {
    await embedSources(new Date());
    const [first] = await embedded();
    expect(first).toMatchObject({ embeddingModel: 'm-1', embeddingDims: 4 });
    expect([...new Int8Array(first!.embedding!)]).toEqual([127, 0, 0, 0]);
    expect(first!.embeddingScale).toBeCloseTo(1 / 127);
  });

  test('find passages that have none of the words', async () => {
    await embedSources(new Date());
    expect((await found('my hound'))[0]).toBe(chunkIds[0]);
    expect((await found('a boat'))[0]).toBe(chunkIds[1]);
    await createSource(profile, 'The hound has a hound as a friend.');
    await embedSources(new Date());
    expect(await found('puppies, or a boat')).toHaveLength(4);
  });

  test('are compared with what was added and removed since the last question', async () => {
    await embedSources(new Date());
    expect(await found('hound')).toHaveLength(3);
    const { chunkIds: added } = await createSource(profile, 'A hound, and a hound.');
    await embedSources(new Date());
    expect(await found('hounds')).toContain(added[0]);
    await prisma.sourceChunk.deleteMany({ where: { userId: profile.userId, id: chunkIds[1]! } });
    const left = await found('hound');
    expect(left).toHaveLength(3);
    expect(left).not.toContain(chunkIds[1]);
  });

  test('of more passages than can be compared rank what the words found', async () => {
    const { chunkIds: added } = await createSource(
      profile,
      [
        '# Kennel\nA kennel.',
        '# Kennel\nA kennel for a boat and bread, on all days.',
        '# Kennel\nA kennel for a dog and a hound, on all days of the long year.',
      ].join('\n'),
    );
    await embedSources(new Date());
    // Without the trigger that indexes words, which would take half a minute.
    await transaction(async (tx) => {
      await tx.query(`SET LOCAL session_replication_role = replica`);
      await tx.query(
        `INSERT INTO source_chunks (id, user_id, profile_id, source_id, page_id, position, content, language, embedding,
                                    embedding_scale, embedding_dims, embedding_model)
         SELECT gen_random_uuid(), user_id, profile_id, source_id, page_id, 100 + n, 'A hound.', 'english', embedding,
                embedding_scale, embedding_dims, embedding_model
           FROM source_chunks CROSS JOIN generate_series(1, 20000) AS n WHERE id = $1::uuid`,
        [chunkIds[0]!],
      );
    });
    const ranked = await found('kennel of bulldogs');
    expect(ranked.toSorted()).toEqual(added.toSorted());
    expect(ranked[2], 'by its words alone, the one about dogs would be last').toBe(added[1]);
  });

  test('never find another user’s passages', async () => {
    await embedSources(new Date());
    expect(await found('hound')).toHaveLength(3);
    const stranger = await createUser();
    expect(await found('hound', { id: profile.id, userId: stranger.id })).toEqual([]);
  });

  test('of another model are made again, and not used meanwhile', async () => {
    await embedSources(new Date());
    await prisma.sourceChunk.updateMany({
      where: { userId: profile.userId },
      data: { embeddingModel: 'm-0' },
    });
    expect(await found('hound')).toEqual([]);
    await embedSources(new Date());
    expect((await embedded()).map(({ embeddingModel }) => embeddingModel)).toEqual(
      Array(3).fill('m-1'),
    );
  });

  test('skip a passage that the model refuses, and ask about it once', async () => {
    refused = /canoe/;
    await embedSources(new Date());
    expect((await embedded()).map(({ embedding }) => embedding === null)).toEqual([
      false,
      true,
      false,
    ]);
    asked = [];
    await embedSources(new Date());
    expect(asked).toEqual([]);
  });

  test('are compared in a thread that doesn’t keep the process alive', async () => {
    await embedSources(new Date());
    expect((await found('my hound'))[0]).toBe(chunkIds[0]);
    expect(openPorts()).toBe(portsBefore);
  });

  test('that can’t be had leave the search to the words', async () => {
    await embedSources(new Date());
    isDown = true;
    expect(await found('canoe')).toEqual([chunkIds[1]]);
  });
});
