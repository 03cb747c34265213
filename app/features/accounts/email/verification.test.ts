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

describe('asking for another link', () => {
  test('says what the server says', async () => {
    expect(await resend(answering({ sent: 'Sent.' }))).toEqual({
      ok: true,
      text: 'Sent.',
    });
    expect(await resend(answering({ error: 'Too many.' }, 429))).toEqual({
      ok: false,
      text: 'Too many.',
    });
  });

  test('says that there is no network', async () => {
    expect(await resend(unreachable)).toEqual({
      ok: false,
      text: 'We could not reach the server. Please check your connection and try again.',
    });
  });

  test('says something also when a proxy answers', async () => {
    expect(await resend(html(502))).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^Something went wrong/),
    });
  });
});

describe('waiting', () => {
  test.each([
    ['not verified yet', answering({ verified: false, unreached: null }), false],
    ['verified', answering({ verified: true, unreached: null }), true],
    ['bounced meanwhile', answering({ verified: false, unreached: 'hard' }), true],
    ['signed out', answering({ error: 'User not authenticated' }, 401), true],
    ['no network', unreachable, false],
    ['a proxy’s page', html(200), false],
    ['a failing server', html(503), false],
  ])('%s', async (_what, server, over) => {
    expect(await wait(null, server)).toBe(over);
  });

  test('on a page that says that mail bounces ends when it arrives again', async () => {
    expect(await wait('hard', answering({ verified: false, unreached: 'hard' }))).toBe(false);
    expect(await wait('hard', answering({ verified: false, unreached: null }))).toBe(true);
  });
});
