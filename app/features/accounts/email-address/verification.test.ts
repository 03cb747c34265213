import { afterEach, describe, expect, test, vi } from 'vitest';

import { resendVerification, waitIsOver } from './verification';

afterEach(() => vi.unstubAllGlobals());

const answering = (body: unknown, status = 200) =>
  (async () => Response.json(body, { status })) as typeof fetch;
const html = (status: number) => (async () => new Response('<p>', { status })) as typeof fetch;
const unreachable = (async () => {
  throw new TypeError('Failed to fetch');
}) as typeof fetch;

const resend = (server: typeof fetch) => {
  vi.stubGlobal('fetch', server);
  return resendVerification();
};
const wait = (shown: 'hard' | null, server: typeof fetch) => {
  vi.stubGlobal('fetch', server);
  return waitIsOver(shown);
};

describe('a request for another link', () => {
  test('returns the text of the server’s answer', async () => {
    expect(await resend(answering({ sent: 'Sent.' }))).toEqual({
      ok: true,
      text: 'Sent.',
    });
    expect(await resend(answering({ error: 'Too many.' }, 429))).toEqual({
      ok: false,
      text: 'Too many.',
    });
  });

  test('says that the server can’t be reached if there is no network', async () => {
    expect(await resend(unreachable)).toEqual({
      ok: false,
      text: 'We couldn’t reach the server. Check your connection and try again.',
    });
  });

  test('has a text even if a proxy answers', async () => {
    expect(await resend(html(502))).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^Something went wrong/),
    });
  });
});

describe('the wait for verification', () => {
  test.each([
    ['not verified yet', false, answering({ verified: false, unreached: null })],
    ['verified', true, answering({ verified: true, unreached: null })],
    ['the email has bounced', true, answering({ verified: false, unreached: 'hard' })],
    ['signed out', true, answering({ error: 'User not authenticated' }, 401)],
    ['no network', false, unreachable],
    ['a proxy’s page', false, html(200)],
    ['a failing server', false, html(503)],
  ])('when the answer is “%s”, ends: %s', async (_answer, over, server) => {
    expect(await wait(null, server)).toBe(over);
  });

  test('on a page that says that email bounces, ends when email arrives again', async () => {
    expect(await wait('hard', answering({ verified: false, unreached: 'hard' }))).toBe(false);
    expect(await wait('hard', answering({ verified: false, unreached: null }))).toBe(true);
  });
});
