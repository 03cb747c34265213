import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  domainList,
  emailRefusal,
  signUpRefusalText,
  shownAccess,
  type SignUpAccess,
} from './sign-up';

const domains: SignUpAccess = { kind: 'domains', domains: ['example.com', 'example.org'] };

describe('a sign-up limited to domains', () => {
  test.each([
    ['ada@example.com', true],
    ['ada@example.org', true],
    ['ada@example.net', false],
    // Neither a longer domain nor a subdomain counts as the domain itself.
    ['ada@notexample.com', false],
    ['ada@mail.example.com', false],
    ['ada@example.com.evil.net', false],
    ['"ada@example.com"@evil.net', false],
  ])('accepts %s: %s', (email, accepted) => {
    expect(emailRefusal(domains, email) === undefined).toBe(accepted);
  });

  test('accepts the ASCII form of a domain in another script', () => {
    const access: SignUpAccess = { kind: 'domains', domains: ['bücher.example'] };
    expect(emailRefusal(access, 'ada@xn--bcher-kva.example')).toBeUndefined();
    expect(emailRefusal(access, 'ada@bucher.example')).toBeDefined();
  });

  test('names the domains when it refuses an address', () => {
    expect(emailRefusal(domains, 'ada@evil.net')).toBe(
      'You need an address at example.com or example.org to sign up.',
    );
  });

  test('refuses every address whose last @ is followed by another domain', () => {
    fc.assert(
      fc.property(fc.string(), fc.domain(), (before, domain) => {
        fc.pre(!domains.domains.includes(domain));
        expect(emailRefusal(domains, `${before}@${domain}`)).toBeDefined();
      }),
    );
  });
});

describe('a sign-up by invitation', () => {
  test('accepts only the address that the invitation names', () => {
    const access: SignUpAccess = { kind: 'invited', email: 'ada@example.com' };
    expect(emailRefusal(access, 'ada@example.com')).toBeUndefined();
    expect(emailRefusal(access, 'eve@example.com')).toBe(
      'This invitation is for ada@example.com. Use that address.',
    );
  });

  test('accepts any address if the invitation names none', () => {
    expect(emailRefusal({ kind: 'invited', email: null }, 'eve@example.com')).toBeUndefined();
  });
});

test('an open site refuses no one', () => {
  expect(emailRefusal({ kind: 'open' }, 'eve@example.com')).toBeUndefined();
  expect(signUpRefusalText({ kind: 'open' })).toBeUndefined();
});

test.each<[SignUpAccess, object]>([
  [{ kind: 'open' }, {}],
  [{ kind: 'refused', text: 'Not now.' }, { refusal: 'Not now.' }],
  [domains, { emailHint: 'Use an address at example.com or example.org.' }],
  [{ kind: 'invited', email: null }, {}],
  [
    { kind: 'invited', email: 'ada@example.com' },
    { invitee: 'ada@example.com', emailHint: 'Your invitation is for this address.' },
  ],
])('for the access %j, the page shows %j', (access, shown) => {
  expect(shownAccess(access)).toEqual(shown);
});

test('domains are listed as they would be spoken', () => {
  expect(domainList(['a.com'])).toBe('a.com');
  expect(domainList(['a.com', 'b.com'])).toBe('a.com or b.com');
  expect(domainList(['a.com', 'b.com', 'c.com'])).toBe('a.com, b.com or c.com');
});
