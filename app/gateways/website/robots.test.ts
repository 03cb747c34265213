import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cpuMs, slowness } from '../../../tests/harness/cpu-time.ts';
import { MAX_ROBOTS_BYTES, mayRead, parseRobots } from './robots';

const at = (path: string) => new URL(path, 'https://example.com');
const may = (text: string, path = '/') => mayRead(parseRobots(text), at(path));

describe('a robots.txt', () => {
  test.each([
    ['', '/', true],
    ['User-agent: *\nDisallow:', '/', true],
    ['User-agent: *\nDisallow: /', '/', false],
    ['user-agent:*\r\ndisallow:/ # all of it', '/about', false],
    ['User-agent: GPTBot\nDisallow: /', '/', true],
    ['User-agent: Brandwright\nDisallow: /', '/', false],
    ['User-agent: brandwright/1.0\nDisallow: /', '/', false],
    ['User-agent: Brandwrighter\nDisallow: /', '/', true],
    ['User-agent: *\nDisallow: /\nUser-agent: Brandwright\nAllow: /', '/', true],
    ['User-agent: a\nUser-agent: *\nDisallow: /x', '/x/y', false],
    ['User-agent: *\nSitemap: /s.xml\nDisallow: /x', '/x', false],
    [
      'User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n\nUser-agent: *\nDisallow: /c',
      '/c',
      false,
    ],
    ['User-agent: *\nDisallow: /\nAllow: /about', '/about/us', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?c', true],
    ['User-agent: *\nDisallow: /$', '/', false],
    ['User-agent: *\nDisallow: /$', '/a', true],
    ['User-agent: *\nDisallow: /*?', '/a?b', false],
    ['User-agent: *\nDisallow: /*/b*/d', '/a/bc/d', false],
    ['User-agent: *\nDisallow: /%7Ea', '/~a/b', false],
    ['User-agent: *\nDisallow: /über', '/%C3%BCber', false],
    ['User-agent: *\nDisallow: /%c3%bcber', '/über', false],
    ['<!doctype html><html>No such page</html>', '/', true],
  ])('%j decides about %s: %s', (text, path, allowed) => expect(may(text, path)).toBe(allowed));

  test('forbids what it names, whatever stands around it', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(word, word, fc.string(), (name, rest, noise) => {
        const line = noise.replace(/[\r\n]/g, ' ').replace(/^\s*(?:user-agent|allow)/i, '');
        const text = `User-agent: *\n${line.includes(':') ? '' : line}\nDisallow: /${name}/\n`;
        expect(may(text, `/${name}/${rest}`)).toBe(false);
        expect(may(text, `/other-${name}/`)).toBe(true);
      }),
    );
  });

  test.each([
    ['stars', `Disallow: /${'*a'.repeat(200)}b$\n`],
    ['short rules', 'Disallow: /a*a$\n'],
    ['long rules', `Disallow: /${'a'.repeat(240)}*${'a'.repeat(240)}b\n`],
    ['escapes', `Disallow: /${'%41'.repeat(150)}\n`],
    ['names', 'User-agent: a\n'],
    ['spaces', `${' '.repeat(1_000)}\n`],
    ['no line breaks', 'Disallow: /a'],
  ])('of %s is read and applied in time', (_, line) => {
    const text = `User-agent: *\n${line.repeat(Math.floor(MAX_ROBOTS_BYTES / line.length))}`;
    const url = at(`/${'a'.repeat(490)}`);
    const run = () => mayRead(parseRobots(text), url);
    const least = Math.min(...Array.from({ length: 6 }, () => cpuMs(run) / slowness()));
    expect(least).toBeLessThan(50);
  });
});
