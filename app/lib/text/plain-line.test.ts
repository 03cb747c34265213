import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plainLine } from './plain-line';

test.each([
  ['**Bold** <b>t</b>', 'Bold t'],
  ['__Bold__ ~~gone~~ `code`', 'Bold gone code'],
  ['a **bold *and* leaning** line', 'a bold and leaning line'],
  ['word**bold**word', 'wordboldword'],
  ['[a link](https://example.com/?a=b) and ![a cat](cat.png)', 'a link and a cat'],
  ['## > - Plan', 'Plan'],
  ['one<br/>two<p class="x">three</p>', 'one two three'],
  ['<script>alert(1)</script>', 'alert(1)'],
])('%j becomes the plain text %j', (line, plain) => {
  expect(plainLine(line)).toBe(plain);
});

test.each([
  'if a < b and c > d',
  'Use <Link> and List<String>',
  '2 * 3 * 4',
  'snake_case_name and __init',
  '** **',
  '**',
  'f(x)[0]',
  '5 > 3',
])('%j stays unchanged', (line) => {
  expect(plainLine(line)).toBe(line);
});

test('changes its own result only where a pair of marks is left, and never makes a line longer', () => {
  const part = fc.constantFrom(
    '**',
    '*',
    '_',
    '`',
    '<b>',
    '</b>',
    '<',
    '>',
    '[',
    '](',
    ')',
    ' ',
    'a',
    'é',
    '🍞',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const line = parts.join('');
      const plain = plainLine(line);
      expect(plain.length).toBeLessThanOrEqual(line.length);
      expect(plain.isWellFormed()).toBe(true);
      expect(plain).toBe(plain.trim());
    }),
  );
});
