import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readEnv } from '~/settings/env.server';

import { readClaims } from './claims';

const USUAL = { trustEmails: false, admin: undefined };
const ANNA = { sub: 'anna-1', email: 'anna@example.com', email_verified: true };

describe('the claims of an ID token', () => {
  it('give the person’s names, from either kind of claim', () => {
    const names = (claims: object) => {
      const { firstName, lastName } = readClaims({ ...ANNA, ...claims }, USUAL)!;
      return [firstName, lastName];
    };
    expect(names({ given_name: 'Anna', family_name: 'van Dyk' })).toEqual(['Anna', 'van Dyk']);
    expect(names({ name: 'Anna van Dyk' })).toEqual(['Anna', 'van Dyk']);
    expect(names({ name: 'Anna van Dyk', given_name: 'Anna Maria' })).toEqual(['Anna Maria', '']);
    expect(names({ name: 'x'.repeat(1_000) })).toEqual(['', '']);
  });

  it('verify an address only if they say so, in any of the ways that issuers have', () => {
    const isVerified = (claims: object) =>
      readClaims({ sub: '1', email: 'a@example.com', ...claims }, USUAL)?.emailVerified;
    for (const value of [true, 'true']) expect(isVerified({ email_verified: value })).toBe(true);
    for (const value of [true, 'true', 1, '1']) expect(isVerified({ xms_edov: value })).toBe(true);
    for (const value of [false, 'false', 0, null, undefined, 'yes', [true], {}]) {
      expect(isVerified({ email_verified: value, xms_edov: value })).toBe(false);
    }
  });

  it('make an admin by a value, in a list, or along a path, and by nothing else', () => {
    const isAdmin = (claims: object, claim = 'groups') =>
      readClaims({ ...ANNA, ...claims }, { ...USUAL, admin: { claim, value: 'owners' } })?.isAdmin;
    expect(isAdmin({ groups: ['staff', 'owners'] })).toBe(true);
    expect(isAdmin({ groups: 'owners' })).toBe(true);
    expect(isAdmin({ realm_access: { roles: ['owners'] } }, 'realm_access.roles')).toBe(true);
    expect(isAdmin({ 'https://example.com/roles': ['owners'] }, 'https://example.com/roles')).toBe(
      true,
    );
    for (const groups of [
      undefined,
      [],
      'owners staff',
      ['owner'],
      { owners: true },
      [['owners']],
    ]) {
      expect(isAdmin({ groups })).toBe(false);
    }
    expect(isAdmin({}, '__proto__.constructor')).toBe(false);
  });

  it('are refused without a usable subject, and never throw', () => {
    for (const sub of [undefined, '', 7, 'x'.repeat(256), null]) {
      expect(readClaims({ ...ANNA, sub }, USUAL)).toBeNull();
    }
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.string(), (claims, claim) => {
        const identity = readClaims(
          { ...claims, sub: '1' },
          { ...USUAL, admin: { claim, value: 'owners' } },
        );
        expect(identity?.subject).toBe('1');
      }),
    );
  });
});

describe('OPENID_ISSUERS', () => {
  const ONE = {
    ...{ id: 'example', name: 'Example ID', issuer: 'https://id.example.com' },
    ...{ clientId: 'brandwright', clientSecret: 'secret' },
  };
  const read = (...list: object[]) => {
    const reading = readEnv({ NODE_ENV: 'test', OPENID_ISSUERS: JSON.stringify(list) });
    return reading.ok ? reading.env.OPENID_ISSUERS : reading.problems;
  };

  it('has what most issuers need by default', () => {
    expect(read(ONE)).toEqual([{ ...ONE, scope: 'openid email profile', trustEmails: false }]);
    expect(read({ ...ONE, issuer: 'http://localhost:8080/realms/a' })).toHaveLength(1);
    expect(readEnv({ NODE_ENV: 'test' })).toMatchObject({ env: { OPENID_ISSUERS: [] } });
  });

  it.each([
    [{ issuer: 'http://id.example.com' }, '0.issuer: must be an https address'],
    [{ issuer: 'id.example.com' }, '0.issuer: must be an https address'],
    [{ id: 'Example ID' }, '0.id: must be lower-case letters, digits, and hyphens'],
    [{ scope: 'email' }, '0.scope: must contain openid'],
    [{ clientSecret: '' }, '0.clientSecret: must not be empty'],
    [{ admin: 'groups' }, '0.admin: must be an object in braces'],
    [{ secret: 'x' }, 'has no field secret'],
  ])('refuses %j, without repeating a secret', (change, problem) => {
    expect(read({ ...ONE, ...change })).toEqual([expect.stringContaining(problem)]);
    expect(String(read({ ...ONE, ...change }))).not.toContain('"secret"');
  });

  it('names each issuer once, and five at most', () => {
    const other = { ...ONE, id: 'other', issuer: 'https://other.example.com' };
    expect(read(ONE, other)).toHaveLength(2);
    expect(read(ONE, { ...other, id: 'example' })).toEqual([expect.stringContaining('twice')]);
    expect(read(ONE, { ...other, issuer: ONE.issuer })).toEqual([expect.stringContaining('twice')]);
    const six = [1, 2, 3, 4, 5, 6].map((n) => ({
      ...ONE,
      id: `i${n}`,
      issuer: `https://${n}.example.com`,
    }));
    expect(read(...six)).toEqual([expect.stringContaining('at most 5')]);
  });
});
