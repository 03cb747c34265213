import { afterEach, describe, expect, test, vi } from 'vitest';

import { sendContact } from './send-contact';

const typed = {
  firstName: 'Ada ',
  lastName: 'Byron',
  email: 'ada@example.com',
  details: 'More buttons.',
};

interface Call {
  path: string;
  authorization: string | null;
  body: unknown;
}

/** A server that issues as many ID tokens (1, 2, …) as `tokens` says, and answers calls with `answer`. */
function server(
  answer: (call: Call) => Response | Promise<Response>,
  tokens = 9,
): { calls: Call[] } {
  const calls: Call[] = [];
  let issued = 0;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/auth/id-token') {
      if (issued === tokens) return Response.json({ error: 'no' }, { status: 401 });
      return Response.json({ token: String((issued += 1)) });
    }
    const call = {
      path,
      authorization: new Headers(init?.headers).get('authorization'),
      body: await new Response(init?.body).json(),
    };
    calls.push(call);
    return answer(call);
  });
  return { calls };
}
afterEach(() => vi.unstubAllGlobals());

const thanks = () => Response.json({ success: true, message: 'Thanks.' });
const refusal = (status: number, body: object) => () => Response.json(body, { status });

describe('a suggestion', () => {
  test('is sent with an ID token, and shows the server’s message', async () => {
    const { calls } = server(thanks);
    expect(await sendContact('suggestion', typed, '')).toEqual({
      ok: true,
      text: 'Thanks.',
    });
    expect(calls).toEqual([
      {
        path: '/api/email/webhook-handler',
        authorization: 'Bearer 1',
        body: {
          firstName: 'Ada ',
          lastName: 'Byron',
          email: 'ada@example.com',
          suggestion: 'More buttons.',
          homepage: '',
        },
      },
    ]);
  });

  test('is sent again with a new token when the first one has expired', async () => {
    const { calls } = server(({ authorization }) =>
      authorization === 'Bearer 1' ? refusal(401, { success: false, message: 'x' })() : thanks(),
    );
    expect(await sendContact('suggestion', typed, '')).toMatchObject({ ok: true });
    expect(calls.map(({ authorization }) => authorization)).toEqual(['Bearer 1', 'Bearer 2']);
  });

  test('is not sent a third time', async () => {
    const { calls } = server(refusal(401, { success: false, message: 'Sign in.' }));
    expect(await sendContact('suggestion', typed, '')).toEqual({
      ok: false,
      text: 'Sign in.',
      needsLogin: true,
    });
    expect(calls).toHaveLength(2);
  });

  test("isn't sent if no one is signed in", async () => {
    const { calls } = server(thanks, 0);
    expect(await sendContact('suggestion', typed, '')).toEqual({
      ok: false,
      text: 'You must be logged in to submit a suggestion',
      needsLogin: true,
    });
    expect(calls).toEqual([]);
  });
});

describe('a support request', () => {
  test('is sent without a token', async () => {
    const { calls } = server(thanks);
    expect(await sendContact('support', typed, 'trap')).toMatchObject({ ok: true });
    expect(calls).toMatchObject([
      {
        authorization: null,
        body: { subject: 'Ada Byron', message: 'More buttons.', to: 'support', homepage: 'trap' },
      },
    ]);
  });
});

describe.each([
  ['suggestion', 'Failed to submit suggestion. Please try again.'],
  ['support', 'Failed to submit support request. Please try again.'],
] as const)('when a %s fails', (kind, text) => {
  test.each([
    ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['with an error page of a proxy', () => new Response('<p>', { status: 502 })],
    ['with a page of a proxy that looks like success', () => new Response('<p>')],
    ['without a message of the server', refusal(500, { success: false })],
    ['with a message that is no text', refusal(400, { success: false, message: { en: 'No.' } })],
    ['with problems of another shape', refusal(400, { message: [], problems: { email: 'No.' } })],
  ])('%s, the form shows its own message', async (_what, answer) => {
    server(answer);
    expect(await sendContact(kind, typed, '')).toEqual({
      ok: false,
      text,
      needsLogin: false,
    });
  });

  test('with a message from the server, the form shows that', async () => {
    const problems = { email: ['Look again.'] };
    const answer = refusal(400, { success: false, message: 'Look again.', problems });
    server(answer);
    expect(await sendContact(kind, typed, '')).toEqual({
      ok: false,
      text: 'Look again.',
      needsLogin: false,
      problems,
    });
  });

  test('because the server was updated, the form says so and shows nothing else of the answer', async () => {
    const headers = { 'X-Build': 'another' };
    server(() => Response.json({ success: true, message: 'Thanks.' }, { headers }));
    expect(await sendContact(kind, typed, '')).toEqual({
      ok: false,
      text: 'Brandwright was updated. Reload the page to continue.',
      needsLogin: false,
    });
  });
});
