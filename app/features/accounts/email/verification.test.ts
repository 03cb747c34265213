import { describe, expect, test } from 'vitest';

import { resendVerification, waitIsOver } from './verification';

const answering = (body: unknown, status = 200) =>
  (async () => Response.json(body, { status })) as typeof fetch;
const html = (status: number) => (async () => new Response('<p>', { status })) as typeof fetch;
const unreachable = (async () => {
  throw new TypeError('Failed to fetch');
}) as typeof fetch;

describe('asking for another link', () => {
  test('says what the server says', async () => {
    expect(await resendVerification(answering({ sent: 'Sent.' }))).toEqual({
      ok: true,
      text: 'Sent.',
    });
    expect(await resendVerification(answering({ error: 'Too many.' }, 429))).toEqual({
      ok: false,
      text: 'Too many.',
    });
  });

  test('says that there is no network', async () => {
    expect(await resendVerification(unreachable)).toEqual({
      ok: false,
      text: 'We could not reach the server. Please check your connection and try again.',
    });
  });

  test('says something also when a proxy answers', async () => {
    expect(await resendVerification(html(502))).toMatchObject({
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
  ])('%s', async (_what, fetchImpl, over) => {
    expect(await waitIsOver(null, fetchImpl)).toBe(over);
  });

  test('on a page that says that mail bounces ends when it arrives again', async () => {
    expect(await waitIsOver('hard', answering({ verified: false, unreached: 'hard' }))).toBe(false);
    expect(await waitIsOver('hard', answering({ verified: false, unreached: null }))).toBe(true);
  });
});
