import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { diskStore } from '~/gateways/objects/disk.server';
import {
  ObjectMissing,
  partKey,
  partKeys,
  readParts,
  writeParts,
  type ObjectStore,
} from '~/gateways/objects/index.server';
import { s3Store } from '~/gateways/objects/s3.server';

import { S3_CREDENTIALS, startFakeS3, type FakeS3 } from '../../fakes/s3.ts';

const directory = mkdtempSync(join(tmpdir(), 'brandwright-parts-'));
let s3: FakeS3;
let files = 0;

beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(async () => {
  await s3.close();
  rmSync(directory, { recursive: true, force: true });
});

const stores: [string, () => ObjectStore][] = [
  ['a directory', () => diskStore(join(directory, 'parts'))],
  [
    'S3',
    () =>
      s3Store({
        bucket: s3.bucket,
        region: 'us-east-1',
        endpoint: s3.url,
        credentials: S3_CREDENTIALS,
      }),
  ],
];

describe.each(stores)('a file in parts, in %s', (_name, open) => {
  async function store(chunks: Uint8Array[], partSize: number) {
    const prefix = `parts/${(files += 1)}/`;
    return writeParts(open(), prefix, Readable.from(chunks), {
      partSize,
      type: 'application/octet-stream',
    });
  }

  test('is read as it was written, as a whole and in any range', async () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        chunks,
        fc.integer({ min: 1, max: 30 }),
        fc.nat(330),
        fc.nat(330),
        async (written, partSize, from, length) => {
          const whole = Buffer.concat(written);
          const file = await store(written, partSize);
          expect(file.size).toBe(whole.length);
          expect(await buffer(readParts(open(), file))).toEqual(whole);
          const start = Math.min(from, whole.length);
          const end = start + length;
          expect(await buffer(readParts(open(), file, { start, end }))).toEqual(
            whole.subarray(start, end),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test('has a key for each part, in order', async () => {
    const file = await store([Buffer.alloc(25, 1)], 10);
    const keys = partKeys(file);
    expect(keys).toEqual([0, 1, 2].map((index) => partKey(file.prefix, index)));
    const { objects } = await open().list(file.prefix);
    expect(objects.map(({ key, length }) => [key, length])).toEqual([
      [keys[0], 10],
      [keys[1], 10],
      [keys[2], 5],
    ]);
  });

  test('fails at a missing part', async () => {
    const file = await store([Buffer.alloc(25, 1)], 10);
    await open().delete([partKey(file.prefix, 1)]);
    await expect(buffer(readParts(open(), file))).rejects.toThrow(ObjectMissing);
    expect(await buffer(readParts(open(), file, { end: 10 }))).toHaveLength(10);
  });
});
