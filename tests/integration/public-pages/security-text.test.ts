import { afterEach, describe, expect, test } from 'vitest';

import { DAY_MS } from '~/lib/time';
import { env, readEnv } from '~/settings/env.server';
import { loader } from '~/features/site/public-pages/routes/security-text';

const before = { SECURITY_CONTACT: undefined, ...env() };
afterEach(() => void Object.assign(env(), before));

const read = () =>
  loader({
    request: new Request('http://localhost:3000/.well-known/security.txt'),
    context: {},
    params: {},
  });

const contactOf = (SECURITY_CONTACT: string) => {
  const settings = readEnv({ NODE_ENV: 'test', SECURITY_CONTACT });
  return settings.ok ? settings.env.SECURITY_CONTACT : settings.problems;
};

describe('/.well-known/security.txt', () => {
  test('doesn’t exist without a contact', async () => {
    expect((await read()).status).toBe(404);
  });

  test('names the contact, and expires within a year, as RFC 9116 wants it', async () => {
    env().SECURITY_CONTACT = 'mailto:security@example.com';
    const response = await read();
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^Contact: mailto:security@example\.com\nExpires: \S+Z\n/);
    expect(text).toMatch(/^Canonical: http:\/\/\S+\/\.well-known\/security\.txt\n$/m);
    const expires = new Date(/^Expires: (\S+)$/m.exec(text)![1]!).getTime() - Date.now();
    expect(expires).toBeGreaterThan(30 * DAY_MS);
    expect(expires).toBeLessThan(365 * DAY_MS);
  });

  test.each([
    ['Security@Example.com', 'mailto:security@example.com'],
    ['https://example.com/security', 'https://example.com/security'],
  ])('takes the contact %s', (typed, contact) => {
    expect(contactOf(typed)).toBe(contact);
  });

  test.each(['http://example.com/security', 'someone', 'javascript:alert(1)'])(
    'refuses the contact %s at startup',
    (typed) => {
      expect(contactOf(typed)).toEqual([
        'SECURITY_CONTACT: must be an email address or an https address',
      ]);
    },
  );
});
