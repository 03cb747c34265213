import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { FIELDS, JsonSplitter, NotSplittable, SPLITTER_BOUNDS } from './json-splitter';

interface Found {
  fields: Record<string, unknown>;
  nodes: [string, unknown][];
  ended: boolean;
}

/** What the splitter finds when the file is cut at these places. */
function split(json: string | Buffer, cuts: readonly number[] = [], bounds = SPLITTER_BOUNDS) {
  const bytes = Buffer.from(json);
  const found: Found[] = [];
  let others = 0;
  const large: string[] = [];
  const splitter = new JsonSplitter(
    {
      conversationStart: () => found.push({ fields: {}, nodes: [], ended: false }),
      field: (name, value) => {
        found.at(-1)!.fields[name] = JSON.parse(value.toString());
      },
      node: (key, value) => {
        found.at(-1)!.nodes.push([key, JSON.parse(value.toString())]);
      },
      largeNode: (key) => large.push(key),
      conversationEnd: () => {
        found.at(-1)!.ended = true;
      },
      other: () => others++,
    },
    bounds,
  );
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const place of [...places, bytes.length]) {
    splitter.push(bytes.subarray(from, place));
    from = place;
  }
  return { found, others, large, ended: splitter.end() };
}

type Plain = Record<string, unknown>;

function expected(value: unknown): Found[] {
  return (value as unknown[])
    .filter(
      (entry): entry is Plain =>
        typeof entry === 'object' && entry !== null && !Array.isArray(entry),
    )
    .map((entry) => {
      const mapping = entry.mapping;
      const isObject = typeof mapping === 'object' && mapping !== null && !Array.isArray(mapping);
      return {
        fields: Object.fromEntries(Object.entries(entry).filter(([name]) => FIELDS.has(name))),
        nodes: isObject ? Object.entries(mapping) : [],
        ended: true,
      };
    });
}

const anything = fc.jsonValue({ maxDepth: 3 });
const odd = fc.oneof(
  anything,
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"\\', '}]', '\u2028', '\\"{'),
);
const mapping = fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 8 }), odd);
const conversation = fc.record(
  { title: odd, mapping: fc.oneof(mapping, anything), id: odd, other: odd, current_node: odd },
  { requiredKeys: [] },
);
const lists = fc.array(fc.oneof(conversation, anything), { maxLength: 5 });

describe('the splitter finds the same as JSON.parse', () => {
  test('wherever the chunks are cut, and however the JSON is formatted', () => {
    fc.assert(
      fc.property(
        lists,
        fc.array(fc.nat(5_000)),
        fc.constantFrom(0, 1, '\t'),
        (list, cuts, space) => {
          const json = JSON.stringify(list, null, space);
          const { found, others, ended } = split(json, cuts);
          expect(ended).toBe(true);
          // JSON turns -0 into 0.
          expect(found).toEqual(expected(JSON.parse(json)));
          expect(others).toBe(list.length - found.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('when the file comes byte by byte', () => {
    const list = [
      {
        title: 'Ein "Ü\\b\\\\er" 😀 \\',
        mapping: { 'a"\\': { x: [1, '}', { y: ']' }] }, b: null, c: 12 },
        id: 'x',
      },
      1.5,
      'two',
      null,
    ];
    const json = JSON.stringify(list);
    const every = Array.from({ length: Buffer.byteLength(json) }, (_, at) => at);
    expect(split(json, every).found).toEqual(expected(list));
    expect(split(json, every).others).toBe(3);
  });

  test('for a list within an object, and for a conversation without a list', () => {
    const one = { title: 'T', mapping: { a: { x: 1 } }, id: 'i' };
    const wrapped = JSON.stringify({ version: [1], conversations: [one], more: { mapping: 1 } });
    expect(split(wrapped).found).toEqual(expected([one]));
    expect(split(JSON.stringify(one), [3, 9, 20]).found).toEqual(expected([one]));
  });
});

test('a file that is cut off is recognized, and the conversations before the cut are complete', () => {
  const list = [
    { id: 'a', mapping: { n: 1 } },
    { id: 'b', mapping: { n: 2, m: 3 } },
  ];
  const json = JSON.stringify(list);
  const second = json.indexOf('},{') + 1;
  for (let length = 0; length < json.length; length++) {
    const { found, ended } = split(json.slice(0, length));
    expect(ended).toBe(false);
    if (length >= second) expect(found[0]).toEqual(expected(list)[0]);
    expect(found.filter((one) => one.ended).length).toBe(
      length >= second ? (length >= json.length - 1 ? 2 : 1) : 0,
    );
  }
});

test.each(['hello', '<html>', '"text"', '12', '[{"a" 1}]', '[{1:2}]', '[1] [2]', '[1 2]x]'])(
  'the file %j is refused as no list of conversations',
  (json) => {
    expect(() => {
      if (!split(json).ended) throw new NotSplittable();
    }).toThrow(NotSplittable);
  },
);

test('any other input ends with NotSplittable or a syntax error', () => {
  const shred = fc.array(
    fc.constantFrom('[', ']', '{', '}', '"', ':', ',', '\\', '1', 'null', '"mapping"', '"id"', ' '),
  );
  fc.assert(
    fc.property(shred, fc.array(fc.nat(50)), (parts, cuts) => {
      try {
        split(parts.join(''), cuts);
      } catch (error) {
        // The splitter's error, or that of JSON.parse in this test's handler.
        if (!(error instanceof NotSplittable) && !(error instanceof SyntaxError)) throw error;
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a node that is too large or too deep is skipped, and the next ones are read', () => {
  const bounds = { ...SPLITTER_BOUNDS, nodeBytes: 100, depth: 5 };
  const json = JSON.stringify([
    { mapping: { long: 'x'.repeat(200), deep: [[[[[[[]]]]]]], good: { y: 1 } }, id: 'i' },
  ]);
  const { found, large } = split(json, [20, 60, 150, 170], bounds);
  expect(large).toEqual(['long', 'deep']);
  expect(found).toEqual([{ fields: { id: 'i' }, nodes: [['good', { y: 1 }]], ended: true }]);
});
