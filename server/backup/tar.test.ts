import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { extract } from 'tar-stream';
import { expect, test } from 'vitest';

import { entry, tar, TYPE_RECORD, type Entry } from './tar.ts';

async function* of(...entries: Entry[]): AsyncGenerator<Entry> {
  await Promise.resolve();
  yield* entries;
}

async function unpack(archive: Buffer) {
  const reading = extract();
  reading.end(archive);
  const found = [];
  for await (const body of reading) {
    const { name, pax } = body.header as typeof body.header & { pax?: Record<string, string> };
    found.push([name, pax?.[TYPE_RECORD], (await buffer(body)).toString()]);
  }
  return found;
}

test('an archive returns what was written: long names, any characters, types, and empty files', async () => {
  const long = `objects/${'a'.repeat(300)}`;
  const archive = await buffer(
    tar(
      of(
        entry('head', Buffer.from('{}')),
        { ...entry(long, Buffer.from('bread')), type: 'image/png' },
        entry('objects/Größe 面包', Buffer.from('x'.repeat(100_000))),
        entry('objects/empty', Buffer.alloc(0)),
      ),
    ),
  );
  expect(archive.length % 512).toBe(0);
  expect(await unpack(archive)).toEqual([
    ['head', undefined, '{}'],
    [long, 'image/png', 'bread'],
    ['objects/Größe 面包', undefined, 'x'.repeat(100_000)],
    ['objects/empty', undefined, ''],
  ]);
});

test('an archive doesn’t read ahead of its reader, and closes its source when the reader leaves', async () => {
  let read = 0;
  let closed = false;
  async function* endless() {
    try {
      for (;;) {
        await Promise.resolve();
        read += 1;
        yield entry(`objects/${read}`, Buffer.alloc(64 * 1024));
      }
    } finally {
      closed = true;
    }
  }
  const archive = tar(endless());
  for await (const chunk of archive) {
    expect(chunk).not.toHaveLength(0);
    // Time to read ahead, if it did.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(read).toBeLessThan(4);
    break;
  }
  await expect.poll(() => closed).toBe(true);
});

test('an archive fails at an entry that is shorter or longer than declared, or that fails itself', async () => {
  const short: Entry = { name: 'objects/a', length: 10, body: [Buffer.from('bread')] };
  await expect(buffer(tar(of(short)))).rejects.toThrow('objects/a has 5 bytes in place of 10');
  const body = new Readable({ read: () => body.destroy(new Error('the store is away')) });
  await expect(buffer(tar(of({ ...short, body })))).rejects.toThrow('the store is away');
});
