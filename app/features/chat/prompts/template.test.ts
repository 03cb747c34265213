import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { blanksOf, fillBlanks, readableTemplate } from './template';
import { cpuMs } from '../../../../tests/harness/cpu-time';

const NOTHING = new Map<string, string>();
const word = fc.stringMatching(/^[a-z][a-z ]{0,10}[a-z]$/);
/** Text that can't form a blank with its neighbors. */
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
  ])('are not found in %j, which stays as it is', (text) => {
    expect(blanksOf(text)).toEqual([]);
    expect(fillBlanks(text, new Map([['name', 'X']]))).toBe(text);
  });

  test('keep the outer pair of triple braces', () => {
    expect(fillBlanks('{{{name}}}', new Map([['name', 'X']]))).toBe('{X}');
  });

  test('may have the name of a property that JavaScript knows', () => {
    expect(fillBlanks('{{constructor}} {{__proto__|p}}', NOTHING)).toBe(' p');
  });
});

test('a list shows a prompt with the names of its blanks', () => {
  expect(readableTemplate('{{topic|bread}} on {{platform}} {x')).toBe('[topic] on [platform] {x');
});

describe('filling the blanks of a prompt', () => {
  test('keeps any text without braces', () => {
    fc.assert(
      fc.property(plain, (text) => {
        expect(fillBlanks(text, NOTHING)).toBe(text);
      }),
    );
  });

  test('inserts values unchanged, including braces and dollar signs', () => {
    fc.assert(
      fc.property(plain, word, fc.string(), plain, (before, name, value, after) => {
        const filled = fillBlanks(`${before}{{${name}}}${after}`, new Map([[name, value]]));
        expect(filled).toBe(before + value + after);
      }),
    );
  });

  test('does not fill a blank inside of a value', () => {
    const values = new Map([
      ['a', '{{b}}'],
      ['b', 'no'],
    ]);
    expect(fillBlanks('{{a}}', values)).toBe('{{b}}');
  });

  test('uses each blank’s default without a value', () => {
    fc.assert(
      fc.property(word, word, (name, initial) => {
        expect(fillBlanks(`{{${name}|${initial}}}`, NOTHING)).toBe(initial);
        expect(fillBlanks(`{{${name}|${initial}}}`, new Map([[name, '']]))).toBe('');
      }),
    );
  });

  test('never fails or hangs, for any text', () => {
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
