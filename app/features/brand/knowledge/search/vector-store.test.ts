import { describe, expect, test } from 'vitest';

import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { vectorStore } from './vector-store.server';
import { cosine, quantized } from './vectors';

/** Numbers between -1 and 1, the same each time. */
const vectorOf = (seed: number, dims: number) =>
  quantized(Array.from({ length: dims }, (_, at) => Math.sin(seed * 31 + at * (seed + 1)))).bytes;

/** A database with these embeddings, by their places. */
const databaseWith = (embeddings: readonly Int8Array[]): Sql => ({
  query: <Row>(text: string) =>
    Promise.resolve(
      (text.includes('stamped')
        ? [{ count: embeddings.length, last: 'last' }]
        : embeddings.map((bytes, at) => ({ id: `${at}`, embedding: Buffer.from(bytes) }))) as Row[],
    ),
});

describe('the embeddings of a profile', () => {
  test.each([
    [4, 8],
    [7, 5],
    [1, 1],
    [130, 11],
  ])('of %i dimensions, %i of them, are ranked by their cosine', async (dims, rows) => {
    const embeddings = Array.from({ length: rows }, (_, at) => vectorOf(at, dims));
    const question = vectorOf(100, dims);
    const at = { userId: 'user' as UserScope, profileId: `${dims}`, model: 'm' };
    const expected = embeddings
      .map((bytes, place) => ({ id: `${place}`, score: cosine(question, bytes) }))
      .toSorted((one, other) => other.score - one.score)
      .map(({ id }) => id);
    const rank = () => vectorStore().rank(databaseWith(embeddings), at, question, 10);
    expect(await rank()).toEqual(expected.slice(0, 10));
    // Those that are held by now.
    expect(await rank()).toEqual(expected.slice(0, 10));
  });
});
