import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import { writeZip, type NewZipEntry } from './write-zip.server';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'brandwright-test-'));
});
afterEach(() => rm(directory, { recursive: true }));

const never = new AbortController().signal;

async function* of(entries: Iterable<NewZipEntry>): AsyncGenerator<NewZipEntry> {
  await Promise.resolve();
  yield* entries;
}

async function zipOf(entries: Iterable<NewZipEntry>, modified?: Date): Promise<Buffer> {
  const bytes: Uint8Array[] = [];
  for await (const chunk of writeZip(of(entries), { directory, signal: never, modified })) {
    bytes.push(chunk);
  }
  return Buffer.concat(bytes);
}

/** Everything in a ZIP, read by another program's reader, which checks sizes and checksums. */
async function unzip(zip: Buffer): Promise<[string, Buffer][]> {
  const opened = await fromBufferPromise(zip);
  const found: [string, Buffer][] = [];
  for await (const entry of opened.eachEntry()) {
    found.push([entry.fileName, await buffer(await opened.openReadStreamPromise(entry))]);
  }
  return found;
}

test('everything written is found again, small and large, compressed or not', async () => {
  const large = Buffer.alloc(300_000, 'bread and butter ');
  const entries: [string, Buffer, boolean][] = [
    ['empty.txt', Buffer.alloc(0), true],
    ['empty.bin', Buffer.alloc(0), false],
    ['a/small.txt', Buffer.from('flour'), true],
    ['a/Größe 面包.md', Buffer.from('Mehl'), false],
    ['one-chunk', large.subarray(0, 65_536), true],
    ['large.txt', large, true],
    ['large.bin', large, false],
  ];
  const zip = await zipOf(
    entries.map(([path, bytes, compress]) => ({
      path,
      // In chunks of no particular size.
      content: [bytes.subarray(0, 1_000), bytes.subarray(1_000, 1_001), bytes.subarray(1_001)],
      compress,
    })),
  );
  expect(await unzip(zip)).toEqual(entries.map(([path, bytes]) => [path, bytes]));
  expect(zip.length).toBeLessThan(2 * large.length);
});

test("entries have the archive's time", async () => {
  const modified = new Date('2026-11-23T03:04:06Z');
  const opened = await fromBufferPromise(
    await zipOf([{ path: 'a', content: ['b'], compress: true }], modified),
  );
  for await (const entry of opened.eachEntry()) expect(entry.getLastModDate()).toEqual(modified);
});

test('names that lead out of the archive are rejected', async () => {
  for (const path of ['', '/a', '../a', 'a/../b', 'a\\b', 'C:/a', 'a'.repeat(70_000)]) {
    await expect(zipOf([{ path, content: ['b'], compress: true }])).rejects.toThrow('path below');
    await rm(join(directory, 'zip-directory'));
  }
});

test('a failing source, or an abort, ends the archive and closes its sources', async () => {
  let closed = 0;
  async function* source(fails: boolean) {
    try {
      for (let chunk = 0; ; chunk += 1) {
        await Promise.resolve();
        if (fails && chunk === 5) throw new Error('the store is away');
        yield Buffer.alloc(40_000, chunk);
      }
    } finally {
      closed += 1;
    }
  }
  for (const compress of [true, false]) {
    await expect(zipOf([{ path: 'a', content: source(true), compress }])).rejects.toThrow('away');
    await rm(join(directory, 'zip-directory'));
    const end = new AbortController();
    const options = { directory, signal: end.signal };
    const reading = (async () => {
      let bytes = 0;
      const endless = of([{ path: 'a', content: source(false), compress }]);
      for await (const chunk of writeZip(endless, options)) {
        bytes += chunk.length;
        if (bytes > 2_000) end.abort(new Error('canceled'));
      }
    })();
    await expect(reading).rejects.toThrow('canceled');
    await rm(join(directory, 'zip-directory'));
  }
  await expect.poll(() => closed).toBe(4);
});
