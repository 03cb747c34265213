import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatMailbox, toAddress, toHeaderText, toMailbox } from './addresses.server';

describe('toAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' ada+tag@example.com ', 'ada+tag@example.com'],
    ["o'hara@example.com", "o'hara@example.com"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['jörg@example.com', 'jörg@example.com'],
    ['ada@localhost', 'ada@localhost'],
  ])('turns %j into %j', (text, address) => {
    expect(toAddress(text)).toBe(address);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'a@b@c',
    'a,b@c.de',
    'a@b.de,c@d.de',
    'a@b.de;c@d.de',
  ])('refuses %j', (text) => {
    expect(() => toAddress(text)).toThrow('refused');
  });

  it('never returns more than one address, or more than one line', () => {
    const parts = fc.constantFrom(
      'a',
      '@',
      '.',
      ',',
      ';',
      '<',
      '>',
      '\r\n',
      '\u2028',
      ' ',
      '"',
      '(',
      ':',
      'ü',
      '\u3002',
    );
    fc.assert(
      fc.property(fc.array(parts), (chunks) => {
        let address: string;
        try {
          address = toAddress(chunks.join(''));
        } catch {
          // A refusal is safe.
          return;
        }
        expect(address).toMatch(/^[^\s,;:<>()"@]+@[a-z0-9.-]+$/);
      }),
    );
  });
});

describe('toMailbox', () => {
  it.each([
    ['hello@brand.example', { name: '', address: 'hello@brand.example' }, 'hello@brand.example'],
    ['Brand <a@b.de>', { name: 'Brand', address: 'a@b.de' }, '"Brand" <a@b.de>'],
    ['Söhne, Inc. <a@b.de>', { name: 'Söhne, Inc.', address: 'a@b.de' }, '"Söhne, Inc." <a@b.de>'],
    ['<a@b.de>', { name: '', address: 'a@b.de' }, 'a@b.de'],
  ])('reads %j', (text, mailbox, header) => {
    expect(toMailbox(text)).toEqual(mailbox);
    expect(formatMailbox(toMailbox(text))).toBe(header);
  });

  it('escapes characters that would end the name', () => {
    expect(formatMailbox({ name: 'A "B" \\', address: 'a@b.de' })).toBe(
      '"A \\"B\\" \\\\" <a@b.de>',
    );
  });
});

describe('toHeaderText', () => {
  it('makes the text one line', () => {
    expect(toHeaderText(' Hello\r\n\tBcc: x\0\u2028y ')).toBe('Hello Bcc: x y');
  });
});
