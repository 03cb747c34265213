import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { MAX_FILES } from './attachment';
import { attachmentTexts } from './texts';
import { attachmentRefusalText } from './refusals';
import { cleanName, decodeText, sniff } from './sniff';

const bytes = (latin: string) => Buffer.from(latin, 'latin1');

describe('the kind of a file', () => {
  test.each([
    ['%PDF-1.7', 'a.txt', 'application/pdf'],
    ['junk before %PDF-1.4', 'a.pdf', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n', 'a.html', 'image/png'],
    ['\xff\xd8\xff\xe0', 'a', 'image/jpeg'],
    ['GIF89a', 'a', 'image/gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'a', 'image/webp'],
    ['a,b', 'a.CSV', 'text/csv'],
    ['# a', 'a.md', 'text/markdown'],
    ['{}', 'a.json', 'application/json'],
    ['<html>', 'a.html', 'text/plain'],
    ['<svg/>', 'a.svg', 'text/plain'],
    ['\xff\xfea\0', 'a.txt', 'text/plain'],
    ['text', 'image.png', 'text/plain'],
  ])('%j named %s', (content, name, type) => {
    expect(sniff(bytes(content), name)).toMatchObject({ type });
  });

  test.each([
    ['', 'empty'],
    ['\x7fELF\x02\x01\x01\0', 'kind'],
    ['RIFF\x10\0\0\0WAVEfmt ', 'kind'],
    ['\xd0\xcf\x11\xe0\xa1\xb1', 'old-word'],
  ])('%j is refused', (content, refusal) => {
    expect(sniff(bytes(content), 'a.txt')).toEqual({ refusal });
  });

  test('is text only if all of it can be decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = text.replaceAll('\0', '');
        expect(decodeText(Buffer.from(plain))).toBe(plain.replace(/^\ufeff/, ''));
      }),
    );
    expect(decodeText(bytes('Gr\xfc\xdfe'))).toBeNull();
    expect(decodeText(bytes('a\0b'))).toBeNull();
  });
});

test('a file name becomes one line without a path, and is never empty', () => {
  expect(cleanName('C:\\Users\\tina\\menu.pdf')).toBe('menu.pdf');
  expect(cleanName('../../etc/passwd')).toBe('passwd');
  expect(cleanName('menu\u202efdp.exe')).toBe('menufdp.exe');
  expect(cleanName(' \r\n ')).toBe('file');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
      const name = cleanName(sent);
      expect([...name].length).toBeGreaterThan(0);
      expect([...name].length).toBeLessThanOrEqual(200);
      expect(name).not.toMatch(/[\r\n\0/\\]/);
    }),
    { numRuns: 40 },
  );
});

test('a long file name keeps its extension', () => {
  const name = cleanName(`${'ä'.repeat(300)}.docx`);
  expect([...name]).toHaveLength(200);
  expect(name.endsWith('ä.docx')).toBe(true);
});

test('a refusal names the file and says what to do', () => {
  expect(attachmentRefusalText('menu.pdf', 'pages')).toBe(
    '“menu.pdf” has more than 200 pages. Attach only the ones that matter.',
  );
  expect(attachmentTexts.tooMany).toContain(String(MAX_FILES));
});
