import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvLine } from './entry';

describe('csvLine', () => {
  it('leaves numbers unchanged', () => {
    expect(csvLine([-120, 0, 25_000])).toBe('-120,0,25000\r\n');
  });

  it.each([
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    ['\rx', `"'\rx"`],
    ['a, b', '"a, b"'],
    ['Chat', 'Chat'],
  ])('writes %j as %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it('turns any text into a single cell that is no formula', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cell = csvLine([text]).slice(0, -2);
        const quoted = /^"((?:[^"]|"")*)"$/.exec(cell)?.[1]?.replaceAll('""', '"');
        const value = quoted ?? cell;
        expect(value).not.toMatch(/^[=+\-@\t\r]/);
        if (quoted === undefined) expect(cell).not.toMatch(/[",\r\n]/);
        expect([text, `'${text}`]).toContain(value);
      }),
    );
  });
});
