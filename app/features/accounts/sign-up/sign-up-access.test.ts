import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  domainList,
  emailRefusal,
  signUpRefusalText,
  shownAccess,
  type SignUpAccess,
} from './sign-up-access';

const domains: SignUpAccess = { kind: 'domains', domains: ['example.com', 'example.org'] };

describe('with named domains', () => {
  test.each([
    ['ada@example.com', true],
    ['ada@example.org', true],
    ['ada@example.net', false],
    // Neither a longer name nor one below counts as the domain itself.
    ['ada@notexample.com', false],
    ['ada@mail.example.com', false],
    ['ada@example.com.evil.net', false],
    ['"ada@example.com"@evil.net', false],
  ])('%s: %s', (email, taken) => {
    expect(emailRefusal(domains, email) === undefined).toBe(taken);
  });

  test('a domain in another script is the same in its ASCII form', () => {
    const access: SignUpAccess = { kind: 'domains', domains: ['bücher.example'] };
    expect(emailRefusal(access, 'ada@xn--bcher-kva.example')).toBeUndefined();
    expect(emailRefusal(access, 'ada@bucher.example')).toBeDefined();
  });

  test('the refusal names them', () => {
    expect(emailRefusal(domains, 'ada@evil.net')).toBe(
      'Accounts here are for addresses at example.com or example.org. Please use one of those.',
    );
  });

  test('nothing that comes after another last @ passes', () => {
    fc.assert(
      fc.property(fc.string(), fc.domain(), (before, domain) => {
        fc.pre(!domains.domains.includes(domain));
        expect(emailRefusal(domains, `${before}@${domain}`)).toBeDefined();
      }),
    );
  });
});

describe('with an invitation', () => {
  test('that names an address, only that one', () => {
    const access: SignUpAccess = { kind: 'invited', email: 'ada@example.com' };
    expect(emailRefusal(access, 'ada@example.com')).toBeUndefined();
    expect(emailRefusal(access, 'eve@example.com')).toBe(
      'This invitation is for ada@example.com. Please use that address.',
    );
  });

  test('that names none, any', () => {
    expect(emailRefusal({ kind: 'invited', email: null }, 'eve@example.com')).toBeUndefined();
  });
});

test('an open site refuses nobody', () => {
  expect(emailRefusal({ kind: 'open' }, 'eve@example.com')).toBeUndefined();
  expect(signUpRefusalText({ kind: 'open' })).toBeUndefined();
});

test.each<[SignUpAccess, object]>([
  [{ kind: 'open' }, {}],
  [{ kind: 'refused', text: 'Not now.' }, { refusal: 'Not now.' }],
  [domains, { emailHint: 'An address at example.com or example.org.' }],
  [{ kind: 'invited', email: null }, {}],
  [
    { kind: 'invited', email: 'ada@example.com' },
    { invitee: 'ada@example.com', emailHint: 'Your invitation is for this address.' },
  ],
])('of %j the page shows %j', (access, shown) => {
  expect(shownAccess(access)).toEqual(shown);
});

test('domains are listed as one says them', () => {
  expect(domainList(['a.com'])).toBe('a.com');
  expect(domainList(['a.com', 'b.com'])).toBe('a.com or b.com');
  expect(domainList(['a.com', 'b.com', 'c.com'])).toBe('a.com, b.com or c.com');
});
