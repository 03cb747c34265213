import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { checkWeights, unpackWeights } from '~/features/media/loras/read-weights.server';

import { smallWeights, tarOf } from '../../fakes/trainings.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'brandwright-test-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Sixteen megabytes of JSON that take half a gigabyte when parsed. */
function swellingWeights(): Buffer {
  const header = Buffer.from(`{"__metadata__":[${'{},'.repeat(5_500_000)}{}]}`);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.alloc(8)]);
}

test('weights are unpacked in a process of their own', async () => {
  const file = join(directory, 'archive');
  const weights = smallWeights();
  await writeFile(file, await tarOf({ 'output/lora.safetensors': weights }));
  const read = await unpackWeights(file, directory, { userId: 'anyone' });
  expect(read).toEqual({ file: join(directory, 'weights'), bytes: weights.length });
  expect(await checkWeights(read.file, { userId: 'anyone' })).toEqual(read);
});

test('a header that would fill the memory ends the reader, not the app', async () => {
  const file = join(directory, 'weights');
  await writeFile(file, swellingWeights());
  await expect(checkWeights(file, { userId: 'anyone' })).rejects.toThrow('too much memory');
});

test('reading weights ends when it is canceled', async () => {
  const file = join(directory, 'archive');
  await writeFile(file, await tarOf({ 'output/lora.safetensors': smallWeights() }));
  const end = new AbortController();
  const reading = unpackWeights(file, directory, { userId: 'anyone', signal: end.signal });
  end.abort(new Error('canceled'));
  await expect(reading).rejects.toThrow('canceled');
});
