import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { HOME, safeRedirect, signInPath } from './redirect-target';

describe('safeRedirect', () => {
  test.each([
    '/settings',
    '/settings?tab=account',
    '/ai-lab/chat/01900000-0000-7000-8000-000000000000#end',
    '/',
    '/a%20b?q=%2F%2Fevil.example&x=https://evil.example',
    '/auth-notes',
  ])('keeps %s, a path of this site', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  test.each([
    null,
    undefined,
    '',
    'settings',
    'https://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/a\\..\\..\\evil',
    '/%5cevil.example',
    '/%5Cevil.example',
    '/%2fevil.example',
    '/%2F/evil.example',
    '/%2e/%2f',
    '/%2e/%2fevil.example',
    '/%61uth/login',
    '%2f%2fevil.example',
    '/.//evil.example',
    '/./%2e//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    ' //evil.example',
    ' /settings',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/settings\r\nSet-Cookie: a=b',
    '/\u0000/evil.example',
    '/settings\u007f',
    '/%E0%A4%A',
    '/%',
    '@evil.example',
    '.evil.example',
    '/auth/login?redirectTo=/auth/login',
    '/auth',
    '/AUTH/logout',
    '/login',
    '/x/../auth/logout',
    `/${'x'.repeat(3000)}`,
  ])('replaces %j with the home page', (target) => {
    expect(safeRedirect(target)).toBe(HOME);
  });

  test('keeps the browser on this site and off the sign-in pages, no matter what it gets', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      'https:',
      'evil.example',
      'auth',
      'login',
      'a',
    );
    const hostile = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    const any = fc.oneof(
      hostile,
      hostile.map((rest) => `/${rest}`),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(any, (target) => {
        const safe = safeRedirect(target);
        for (const base of ['https://brand.example/auth/login', 'http://localhost:3000/']) {
          expect(new URL(safe, base).origin).toBe(new URL(base).origin);
        }
        expect(safe).toMatch(/^\/(?![/\\])/);
        expect(decodeURIComponent(new URL(safe, 'http://x').pathname)).not.toMatch(/^\/[/\\]/);
        expect(new URL(safe, 'http://x').pathname).not.toMatch(/^\/(auth|login)(\/|$)/);
        expect(safeRedirect(safe)).toBe(safe);
      }),
      { numRuns: 3000 },
    );
  });
});

test('the path of the sign-in page contains the path to return to', () => {
  expect(signInPath('/settings?tab=account&x=1')).toBe(
    '/auth/login?redirectTo=%2Fsettings%3Ftab%3Daccount%26x%3D1',
  );
  expect(signInPath(HOME)).toBe('/auth/login');
  expect(signInPath('//evil.example')).toBe('/auth/login');
});
