import { expect, it } from 'vitest';

import { parseJson } from './parse-json';

const bytes = (text: string) => new TextEncoder().encode(text);
const tooComplex = expect.objectContaining({ code: 'too-large' }) as Error;

it('reads JSON, whatever its texts hold', () => {
  const marks = `${'[{:,'.repeat(100_000)}\\"`;
  const value = { text: marks, list: [1, 'ä', null], escaped: 'a"b\\' };
  expect(parseJson(bytes(JSON.stringify(value)))).toEqual(value);
});

it('reads the longest list that anyone sends', () => {
  const list = Array.from({ length: 200_000 }, (_, at) => at);
  expect(parseJson(bytes(JSON.stringify({ all: true, except: list })))).toHaveProperty('except');
});

it.each([
  ['nested arrays', '['.repeat(30_000)],
  ['many objects', `[${'{},'.repeat(30_000)}{}]`],
  ['many keys', `{${'"a":1,'.repeat(30_000)}"a":1}`],
  ['many items', `[${'1,'.repeat(300_000)}1]`],
  ['a text before many objects', `["\\\\",${'{},'.repeat(30_000)}{}]`],
])('refuses %s before it parses them', (_, text) => {
  expect(() => parseJson(bytes(text))).toThrow(tooComplex);
});

it('tells what is no JSON from what is too much of it', () => {
  expect(() => parseJson(bytes('{"a'))).toThrow(SyntaxError);
  expect(() => parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toThrow(TypeError);
});
