import { expect, test } from 'vitest';

import { type Fields, fieldsOf, isTextList, parsedOf, textFieldsOf } from './json';

test('what nothing has checked is no record of optional fields', () => {
  const fields: Fields = fieldsOf({ name: 7 });
  // @ts-expect-error -- its fields may have any type
  const partial: { name?: string } = fields;
  expect(partial).toEqual({ name: 7 });
});

test.each([null, undefined, 7, 'text', ['list']])('%j has no fields', (json) => {
  expect(fieldsOf(json)).toEqual({});
});

test('takes the texts among the fields that are asked for', () => {
  const json = { name: 'Ada', age: 7, note: null, other: 'x' };
  expect(textFieldsOf(json, ['name', 'age', 'note', 'missing'])).toEqual({ name: 'Ada' });
  expect(textFieldsOf(['name'], ['name'])).toEqual({});
  expect(textFieldsOf({}, ['constructor', 'toString'])).toEqual({});
});

test.each([
  [[], true],
  [['a', ''], true],
  [['a', 7], false],
  [{ 0: 'a' }, false],
  ['a', false],
  [undefined, false],
])('tells whether %j is a list of texts', (json, expected) => {
  expect(isTextList(json)).toBe(expected);
});

test('parses a JSON text, and nothing else', () => {
  expect(parsedOf('{"a":[1]}')).toEqual({ a: [1] });
  for (const text of ['', '{', 'text', '{"a":']) expect(parsedOf(text)).toBeUndefined();
});
