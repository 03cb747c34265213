import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  agree,
  readShownChunks,
  roomFor,
  tailAfter,
  writeShownChunk,
  type ShownChunk,
} from './shown-chunks.server';

const id = fc.uuid();
const text = fc.string({ unit: 'binary', maxLength: 40 });
const chunk = fc.record<ShownChunk>({
  id,
  attempt: fc.integer({ min: 1, max: 9 }),
  offset: fc.integer({ min: 0, max: 8_000_000 }),
  text,
});

function written(chunks: readonly ShownChunk[]): Buffer[] {
  return chunks.map((one) => {
    const target = Buffer.alloc(roomFor(one.text));
    return target.subarray(0, writeShownChunk(target, one));
  });
}

/** The consecutive chunks of one text. */
const consecutive = fc
  .record({ id, start: fc.integer({ min: 0, max: 99 }), texts: fc.array(text, { maxLength: 12 }) })
  .map(({ id, start, texts }) => {
    let offset = start;
    return texts.map((text) => {
      const chunk = { id, attempt: 1, offset, text };
      offset += text.length;
      return chunk;
    });
  });

const wholeOf = (chunks: readonly ShownChunk[]) => chunks.map(({ text }) => text).join('');

describe('the records of a journal', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(chunk), (chunks) => {
        expect(readShownChunks(Buffer.concat(written(chunks)))).toEqual(chunks);
      }),
    );
  });

  test('are read up to the last complete one, wherever writing was interrupted', () => {
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 4 }), (chunks) => {
        const records = written(chunks);
        const bytes = Buffer.concat(records);
        for (let cut = 0; cut <= bytes.length; cut += 1) {
          let end = 0;
          const whole = records.filter((record) => (end += record.length) <= cut).length;
          expect(readShownChunks(bytes.subarray(0, cut))).toEqual(chunks.slice(0, whole));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('are read up to the first damaged one', () => {
    fc.assert(
      fc.property(
        fc.array(chunk, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (chunks, where, mask) => {
          const records = written(chunks);
          const bytes = Buffer.concat(records);
          const at = where % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ mask;
          let end = 0;
          const before = records.filter((record) => (end += record.length) <= at).length;
          expect(readShownChunks(bytes)).toEqual(chunks.slice(0, before));
        },
      ),
    );
  });

  test.each([
    ['no bytes', Buffer.alloc(0)],
    ['zeros, as a file system leaves them after a crash', Buffer.alloc(4_096)],
    ['ones', Buffer.alloc(4_096, 0xff)],
    ['another format', Buffer.from('{"not": "a journal", "but": "some other file of that name"}')],
  ])('are none in a file of %s', (_what, bytes) => {
    expect(readShownChunks(bytes)).toEqual([]);
  });
});

describe('the tail after the stored text', () => {
  test('completes the text, wherever the stored part ends, and in whatever order the chunks are', () => {
    fc.assert(
      fc.property(consecutive, fc.nat(), fc.nat(), (chunks, where, turn) => {
        const start = chunks[0]?.offset ?? 0;
        const whole = wholeOf(chunks);
        const stored = start + (where % (whole.length + 1));
        // As read from two files, of which the second may be the older one.
        const middle = turn % (chunks.length + 1);
        const reordered = [...chunks.slice(middle), ...chunks.slice(0, middle)];
        expect(tailAfter(reordered, stored)).toBe(whole.slice(stored - start));
      }),
    );
  });

  test('ends at a gap, and is empty if it would start after one', () => {
    const at = (offset: number, text: string): ShownChunk => ({ id: '', attempt: 1, offset, text });
    expect(tailAfter([at(0, 'one '), at(8, 'three')], 0)).toBe('one ');
    expect(tailAfter([at(8, 'three')], 4)).toBe('');
    expect(tailAfter([at(0, 'one '), at(4, 'two ')], 100)).toBe('');
  });
});

test('chunks agree with any beginning of their text, and with no text that differs', () => {
  fc.assert(
    fc.property(consecutive, fc.nat(), (chunks, where) => {
      const start = chunks[0]?.offset ?? 0;
      const whole = '·'.repeat(start) + wholeOf(chunks);
      expect(agree(chunks, whole.slice(0, where % (whole.length + 1)))).toBe(true);
      if (whole.length === start) return;
      const at = start + (where % (whole.length - start));
      const other = whole[at] === 'x' ? 'y' : 'x';
      expect(agree(chunks, whole.slice(0, at) + other + whole.slice(at + 1))).toBe(false);
    }),
  );
});
