import { Readable } from 'node:stream';

import { expect, test } from 'vitest';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';

import { dataDescriptor, directoryRecord, endOfDirectory } from './zip-records';

const GB = 1024 ** 3;
const modified = new Date('2026-11-23T03:04:06Z');

/** A file of nothing but zeros up to its end. */
class EndOfFile extends RandomAccessReader {
  private readonly end: Buffer;
  private readonly startsAt: number;

  constructor(end: Buffer, startsAt: number) {
    super();
    this.end = end;
    this.startsAt = startsAt;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const zeros = Buffer.alloc(Math.max(0, this.startsAt - start));
    const rest = this.end.subarray(Math.max(0, start - this.startsAt), end - this.startsAt);
    return Readable.from([Buffer.concat([zeros, rest])]);
  }
}

test("another program's reader finds entries and a directory past 4 GB", async () => {
  const facts = { compressed: false, crc: 7, isStreamed: true };
  const entries = [
    { ...facts, path: Buffer.from('small.txt'), size: 3, packedSize: 3, offset: 0 },
    { ...facts, path: Buffer.from('video.mp4'), size: 6 * GB, packedSize: 6 * GB, offset: 100 },
    { ...facts, path: Buffer.from('last.txt'), size: 5, packedSize: 5, offset: 7 * GB },
  ];
  const directory = Buffer.concat(entries.map((entry) => directoryRecord(entry, modified)));
  const offset = 8 * GB;
  const end = endOfDirectory({ entries: 3, size: directory.length, offset });
  const file = Buffer.concat([directory, end]);
  const zip = await fromRandomAccessReaderPromise(
    new EndOfFile(file, offset),
    offset + file.length,
    { autoClose: false },
  );
  expect(zip.entryCount).toBe(3);
  const found = [];
  for await (const entry of zip.eachEntry()) {
    expect(entry.getLastModDate()).toEqual(modified);
    found.push([
      entry.fileName,
      entry.uncompressedSize,
      entry.compressedSize,
      entry.relativeOffsetOfLocalHeader,
    ]);
  }
  expect(found).toEqual(
    entries.map(({ path, size, packedSize, offset }) => [String(path), size, packedSize, offset]),
  );
});

test('more entries than 16 bits can count are counted', async () => {
  const size = 66_000 * 50;
  const end = endOfDirectory({ entries: 66_000, size, offset: 100 });
  const zip = await fromRandomAccessReaderPromise(
    new EndOfFile(end, 100 + size),
    100 + size + end.length,
    { autoClose: false },
  );
  expect(zip.entryCount).toBe(66_000);
});

test('the record after a streamed entry has room for its sizes', () => {
  const facts = { path: Buffer.from('a'), compressed: true, crc: 1, offset: 0, isStreamed: true };
  expect(dataDescriptor({ ...facts, size: 4 * GB - 2, packedSize: 5 })).toHaveLength(16);
  const large = dataDescriptor({ ...facts, size: 5 * GB, packedSize: 5 });
  expect([large.length, Number(large.readBigUInt64LE(16))]).toEqual([24, 5 * GB]);
});
