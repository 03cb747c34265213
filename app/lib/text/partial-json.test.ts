import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readPartialJson } from './partial-json';

const object = fc.dictionary(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
  { maxKeys: 6 },
) as fc.Arbitrary<Record<string, unknown>>;

/** Whether a value is what can have been read of another at some time. */
function isPrefix(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part);
  if (Array.isArray(part)) {
    if (!Array.isArray(whole) || part.length > whole.length) return false;
    return part.every((item, index) =>
      index === part.length - 1 ? isPrefix(item, whole[index]) : same(item, whole[index]),
    );
  }
  if (typeof part === 'object' && part !== null) {
    const keys = Object.keys(part);
    return keys.every((key, index) => {
      const [one, other] = [own(part, key), own(whole, key)];
      return index === keys.length - 1 || Object.keys(whole as object)[index] !== key
        ? isPrefix(one, other)
        : same(one, other);
    });
  }
  return Object.is(part, whole);
}

const own = (value: unknown, key: string): unknown =>
  Object.getOwnPropertyDescriptor(value, key)?.value;
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

test('a whole object is read as JSON.parse reads it, whatever a model says around it', () => {
  const around = fc.constantFrom('', 'Here is the [review] {as asked}:\n```json\n', '\n\n');
  const after = fc.constantFrom('', '\n```\nI hope this helps {"or": "not"}.');
  fc.assert(
    fc.property(object, around, after, fc.constantFrom(0, 2), (value, before, rest, indent) => {
      const json = JSON.stringify(value, null, indent);
      const read = readPartialJson(before + json + rest);
      expect(read.complete).toBe(true);
      expect(JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(json)));
    }),
  );
});

test('the beginning of an object is read as the beginning of its value, and never shrinks', () => {
  fc.assert(
    fc.property(object, fc.constantFrom(0, 2), (value, indent) => {
      const json = JSON.stringify(value, null, indent);
      const whole: unknown = JSON.parse(json);
      let before: unknown = {};
      for (let end = 1; end < json.length; end += 1) {
        const read = readPartialJson(json.slice(0, end));
        expect(read.complete).toBe(false);
        expect(isPrefix(read.value, whole), json.slice(0, end)).toBe(true);
        expect(isPrefix(before, read.value), json.slice(0, end)).toBe(true);
        before = read.value;
      }
    }),
  );
});

test.each([
  ['{"a": 1', {}],
  ['{"a": 1,', { a: 1 }],
  ['{"a": tru', {}],
  ['{"a": "half', { a: 'half' }],
  ['{"a": "line\\', { a: 'line' }],
  ['{"a": "\\u00e', { a: '' }],
  ['{"a": "\\ud83d', { a: '' }],
  ['{"a": [1, 2, 3', { a: [1, 2] }],
  ['{"a": [{"b": "c', { a: [{ b: 'c' }] }],
  ['{"a": 1, "b', { a: 1 }],
])('of %s there is what is certain', (text, value) => {
  expect(readPartialJson(text)).toEqual({ value, complete: false });
});

test('commas too many and raw line breaks are forgiven, other mistakes end the reading', () => {
  expect(readPartialJson('{"a": ["x",], "b": "two\nlines",}')).toEqual({
    value: { a: ['x'], b: 'two\nlines' },
    complete: true,
  });
  expect(readPartialJson('{"a": 1, b: 2}')).toEqual({ value: { a: 1 }, complete: false });
  expect(readPartialJson('{"a": 012, "b": 2}')).toEqual({ value: {}, complete: false });
  expect(readPartialJson('no object')).toEqual({ value: null, complete: false });
});

test('no text takes long or too much of the stack', () => {
  const hostile = [
    '{ '.repeat(200_000),
    '{"a":'.repeat(80_000),
    `{"a":${'['.repeat(390_000)}`,
    `{"a":"${'\\u0041'.repeat(60_000)}`,
    `{"a":${'9'.repeat(390_000)}`,
    `{"a":[${','.repeat(390_000)}`,
    `{${' '.repeat(390_000)}x`,
    '{x'.repeat(200_000),
  ];
  for (const text of hostile) {
    const began = performance.now();
    readPartialJson(text);
    // A reading whose time grows with the square of the length takes minutes.
    expect(performance.now() - began).toBeLessThan(1_000);
  }
});

test('a field named __proto__ is a field', () => {
  const { value } = readPartialJson('{"__proto__": {"polluted": true}}');
  expect(Object.keys(value!)).toEqual(['__proto__']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
