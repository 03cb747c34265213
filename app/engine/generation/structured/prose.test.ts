import fc from 'fast-check';
import { expect, test } from 'vitest';

import { proseOf, ProseReader } from './prose';

const read = (json: string, size = 1): string => {
  const reader = new ProseReader('message');
  let prose = '';
  for (let at = 0; at < json.length; at += size) prose += reader.take(json.slice(at, at + size));
  return prose;
};

test('any text is read as it is, in chunks of any size and however it is escaped', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), fc.boolean(), (message, size, escapes) => {
      const json = JSON.stringify({ message, patches: [{ find: '"message": "no"' }] });
      const sent = escapes
        ? json.replace(
            /[^\x20-\x7e]/g,
            (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
        : json;
      expect(read(sent, size)).toBe(message.replaceAll('\0', '').replace(/[\b\f]/g, ''));
    }),
  );
});

test('the text is there as soon as its letters are, and nothing of what follows it', () => {
  const reader = new ProseReader('message');
  expect(reader.take('```json\n{ "mess')).toBe('');
  expect(reader.take('age": "I made it')).toBe('I made it');
  expect(reader.take(' shorter.\\')).toBe(' shorter.');
  expect(reader.take('nSee.", "patches": [')).toBe('\nSee.');
  expect(reader.take('{"find": "x"}]}')).toBe('');
});

test('nothing is shown of an object that begins otherwise, or of no object', () => {
  expect(read('{"patches": [], "message": "late"}')).toBe('');
  expect(read(`Sure! ${'Here is a text. '.repeat(200)}`)).toBe('');
});

test('half a character and NULs are left out', () => {
  expect(read('{"message": "a\\u0000b\\ud83cc"}')).toBe('ab\ufffdc');
});

test('what people read of an answer is its text, or the answer itself where it is no object', () => {
  expect(proseOf('{"patches": [], "message": "late"}', 'message')).toBe('late');
  expect(proseOf(' Just an answer.\n', 'message')).toBe('Just an answer.');
  expect(proseOf('{"patches": []}', 'message')).toBe('');
});
