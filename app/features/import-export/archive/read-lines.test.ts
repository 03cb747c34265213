import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readHead, readLines, readRows } from './read-lines';

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  let start = 0;
  for (const size of [...sizes, bytes.length]) {
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('lines are the same wherever the chunks are cut', async () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat(9)), async (lines, sizes) => {
      const text = lines.map((one) => `${one}\n`).join('');
      expect(await all(readLines(cut(text, sizes), 10_000))).toEqual(lines);
    }),
  );
});

test('a line that is too long is left out, and the others are kept', async () => {
  const text = `short\n${'x'.repeat(11)}\n1234567890\nend`;
  expect(await all(readLines(cut(text, [3, 7, 4]), 10))).toEqual([
    'short',
    null,
    '1234567890',
    'end',
  ]);
});

test('a list has one row per line, and an unreadable one is reported', async () => {
  const text = '{"id":1,"rows":[\n{"a":1},\n{"a":\nnull,\n"x"\n]}\n{"a":2}';
  const lines = await all(readLines(cut(text, []), 100));
  expect(readHead(lines[0])).toEqual({ id: 1, rows: [] });
  expect(await all(readRows(readLines(cut(text, []), 100)))).toEqual([
    { value: { a: 1 } },
    'unreadable',
    { value: null },
    { value: 'x' },
  ]);
  expect(await all(readRows(readLines(cut('[\n]\n', []), 100)))).toEqual([]);
});

test('a first line that opens no list has no head', () => {
  expect([undefined, null, '', '{', '[', '{"a":1}', '{"a":['].map(readHead)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    { a: [] },
  ]);
});
