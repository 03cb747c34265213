import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { smallWeights, tarOf } from '../../tests/fakes/trainings.ts';
import { checkWeights, NotWeights, unpackWeights } from './lora-weights.ts';

const { signal } = new AbortController();
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'brandwright-test-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function unpack(archive: Buffer, limits?: { maxBytes: number; maxEntries: number }) {
  const file = join(directory, 'archive');
  await writeFile(file, archive);
  return unpackWeights(file, directory, signal, limits);
}

async function check(weights: Buffer, most?: number) {
  const file = join(directory, 'weights');
  await writeFile(file, weights);
  return checkWeights(file, most);
}

function withHeader(header: string, data: number): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
  return Buffer.concat([length, Buffer.from(header), Buffer.alloc(data)]);
}

describe('unpackWeights', () => {
  it('writes only the last state of the weights', async () => {
    const tar = await tarOf({
      'output/lora_000000500.safetensors': 'earlier',
      'output/lora.safetensors': 'last',
      'output/optimizer.safetensors': 'other',
      'output/run.sh': 'rm -r /',
    });
    for (const archive of [tar, gzipSync(tar)]) {
      expect(await readFile(await unpack(archive), 'utf8')).toBe('last');
    }
    expect((await readdir(directory)).sort()).toEqual(['archive', 'weights']);
  });

  it.each([
    ['../lora.safetensors'],
    ['a/../../lora.safetensors'],
    ['/etc/lora.safetensors'],
    ['..\\lora.safetensors'],
    ['C:\\lora.safetensors'],
  ])('refuses an archive with an entry %s', async (name) => {
    await expect(unpack(await tarOf({ [name]: 'x' }))).rejects.toThrow(NotWeights);
  });

  it('refuses a file that isn’t an archive, has no weights, or is cut off', async () => {
    const tar = await tarOf({ 'a.safetensors': Buffer.alloc(4_000) });
    await expect(unpack(Buffer.from('<html>'.repeat(500)))).rejects.toThrow(NotWeights);
    await expect(unpack(await tarOf({ 'a.txt': 'x' }))).rejects.toThrow('no weights');
    await expect(unpack(tar.subarray(0, 2_000))).rejects.toThrow(NotWeights);
    await expect(unpack(gzipSync(tar).subarray(0, 40))).rejects.toThrow(NotWeights);
  });

  it('refuses an archive that unpacks to too many bytes or entries', async () => {
    const limits = { maxBytes: 100_000, maxEntries: 3 };
    const bomb = gzipSync(await tarOf({ 'a.safetensors': Buffer.alloc(2_000_000) }));
    expect(bomb.length).toBeLessThan(5_000);
    await expect(unpack(bomb, limits)).rejects.toThrow(NotWeights);
    const many = await tarOf({ a: '', b: '', c: '', 'd.safetensors': '' });
    await expect(unpack(many, limits)).rejects.toThrow('too many entries');
  });
});

describe('checkWeights', () => {
  it('returns the size of valid weights', async () => {
    const weights = smallWeights();
    expect(await check(weights)).toBe(weights.length);
    await expect(check(weights, weights.length - 1)).rejects.toThrow('too large');
  });

  it('refuses a header that doesn’t match the file', async () => {
    await expect(check(Buffer.from('MZ a program'.repeat(50)))).rejects.toThrow(NotWeights);
    await expect(check(smallWeights({ declared: 17 }))).rejects.toThrow('not where it is said');
    await expect(check(smallWeights({ declared: 12 }))).rejects.toThrow('do not fill');
    await expect(check(withHeader('[1]', 8))).rejects.toThrow('no list');
    await expect(check(withHeader('{"a":', 8))).rejects.toThrow('no JSON');
    await expect(check(withHeader('{"__metadata__":{}}', 0))).rejects.toThrow('do not fill');
    await expect(check(Buffer.alloc(4))).rejects.toThrow('too small');
  });

  it('refuses random bytes, always with NotWeights', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await expect(check(Buffer.from(bytes))).rejects.toThrow(NotWeights);
      }),
      { numRuns: 50 },
    );
  });
});
