import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { attachmentHeader, fileName } from './file-name';

describe("a file's name", () => {
  test.each([
    ['Spring sale', 'Spring sale.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['a\\b:c*d?e"f<g>h|i', 'a b c d e f g h i.md'],
    ['Ärger 日本 🍞', 'Ärger 日本 🍞.md'],
    ['\u202egnp.exe\r\n', 'gnp.exe.md'],
    ['...', 'content.md'],
    ['', 'content.md'],
    ['NUL', 'content.md'],
    ['x'.repeat(300), `${'x'.repeat(80)}.md`],
  ])('made from %j is %j', (title, name) => {
    expect(fileName(title, 'md')).toBe(name);
  });
});

describe('the header of a download', () => {
  test('has an ASCII name for old programs and the full name', () => {
    expect(attachmentHeader('Ärger "it’s" (1).md')).toBe(
      `attachment; filename="Arger _it_s_ (1).md"; filename*=UTF-8''%C3%84rger%20%22it%E2%80%99s%22%20%281%29.md`,
    );
  });

  test('contains the name and nothing else, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const name = fileName(title, 'html');
        const header = attachmentHeader(name);
        const parts = /^attachment; filename="([ !#-[\]-~]*)"; filename\*=UTF-8''([\w%.!~-]*)$/;
        expect(header).toMatch(parts);
        expect(decodeURIComponent(parts.exec(header)?.[2] ?? '')).toBe(name);
      }),
    );
  });
});
