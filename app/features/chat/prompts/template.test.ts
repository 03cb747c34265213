import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { blanksOf, fillBlanks, readableTemplate } from './template';
import { cpuMs } from '../../../../tests/harness/cpu-time';

const NOTHING = new Map<string, string>();
const word = fc.stringMatching(/^[a-z][a-z ]{0,10}[a-z]$/);
/** Text that cannot form a blank with its neighbors. */
const plain = fc.string().map((text) => text.replace(/[{}]/g, ''));

describe('the blanks of a prompt', () => {
  test('are found with their defaults, each name once', () => {
    expect(blanksOf('{{ topic }} on {{platform|Instagram}}, {{topic|bread}} again')).toEqual([
      { name: 'topic', initial: 'bread' },
      { name: 'platform', initial: 'Instagram' },
    ]);
  });

  test.each([
    '{name}',
    '{{}}',
    '{{ }}',
    '{{|default}}',
    '{{na\nme}}',
    '{{a{b}}',
    '{{a',
    'a}}',
    '{{ ${1+1} }}',
    '{% if %}',
    'x = {{"a": {"b": 1}}',
  ])('%j has none, and stays as it is', (text) => {
    expect(blanksOf(text)).toEqual([]);
    expect(fillBlanks(text, new Map([['name', 'X']]))).toBe(text);
  });

  test('triple braces keep their outer pair', () => {
    expect(fillBlanks('{{{name}}}', new Map([['name', 'X']]))).toBe('{X}');
  });

  test('a name like one of JavaScript’s own is a name', () => {
    expect(fillBlanks('{{constructor}} {{__proto__|p}}', NOTHING)).toBe(' p');
  });
});

test('a list shows the names of the blanks', () => {
  expect(readableTemplate('{{topic|bread}} on {{platform}} {x')).toBe('[topic] on [platform] {x');
});

describe('filling', () => {
  test('any text without braces is itself', () => {
    fc.assert(
      fc.property(plain, (text) => {
        expect(fillBlanks(text, NOTHING)).toBe(text);
      }),
    );
  });

  test('whatever is filled in stands there as it is, braces and dollars included', () => {
    fc.assert(
      fc.property(plain, word, fc.string(), plain, (before, name, value, after) => {
        const filled = fillBlanks(`${before}{{${name}}}${after}`, new Map([[name, value]]));
        expect(filled).toBe(before + value + after);
      }),
    );
  });

  test('a blank within what is filled in is not filled again', () => {
    const values = new Map([
      ['a', '{{b}}'],
      ['b', 'no'],
    ]);
    expect(fillBlanks('{{a}}', values)).toBe('{{b}}');
  });

  test('without values each blank gets its default', () => {
    fc.assert(
      fc.property(word, word, (name, initial) => {
        expect(fillBlanks(`{{${name}|${initial}}}`, NOTHING)).toBe(initial);
        expect(fillBlanks(`{{${name}|${initial}}}`, new Map([[name, '']]))).toBe('');
      }),
    );
  });

  test('no text makes it fail or hang', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '|', 'a', ' ', '\n') }), (text) => {
        expect(typeof fillBlanks(text, NOTHING)).toBe('string');
      }),
    );
    const took = cpuMs(() => {
      blanksOf('{{'.repeat(100_000));
      blanksOf(`{{${'a'.repeat(200_000)}`);
    });
    expect(took).toBeLessThan(1_000);
  });
});
