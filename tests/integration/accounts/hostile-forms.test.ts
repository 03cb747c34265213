import type { AppLoadContext } from '@remix-run/node';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { LIMITS } from '~/http/rate-limit.server';
import * as webhook from '~/features/help/contact/routes/contact-message';
import * as forgot from '~/features/accounts/passwords/routes/forgot-password-page';
import * as login from '~/features/accounts/sessions/routes/sign-in-page';
import * as reset from '~/features/accounts/passwords/routes/reset-password-page';
import * as signup from '~/features/accounts/sign-up/routes/sign-up-page';
import * as twoFactor from '~/features/accounts/two-factor/routes/two-factor-page';
import * as contact from '~/features/help/contact/routes/contact-page';

import { outcome } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

beforeEach(() => emptyTables('rate_limits', 'contact_messages'));

const ACCOUNT_FORMS = {
  '/auth/login': login.action,
  '/auth/signup': signup.action,
  '/auth/forgot-password': forgot.action,
  '/auth/reset-password': reset.action,
  '/auth/two-factor': twoFactor.action,
};
const CONTACT_FORMS = { '/contact': contact.action, '/api/email/webhook-handler': webhook.action };
const ALL = { ...ACCOUNT_FORMS, ...CONTACT_FORMS };

type Body = string | URLSearchParams;
interface Sent {
  type?: string;
  context?: AppLoadContext;
}

function requestOf(path: string, body: BodyInit | null, type?: string): Request {
  return new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'Content-Type': type },
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
}

const FORM = 'application/x-www-form-urlencoded';
let nextAddress = 0;
/** A new network address each time, so that no test uses up another one's limit. */
const fresh = (): AppLoadContext => ({ clientAddress: `198.51.100.${(nextAddress += 1)}` });

async function send(
  path: keyof typeof ALL,
  body: Body | ReadableStream,
  { type, context = fresh() }: Sent = {},
) {
  const request = requestOf(path, body, type);
  const used = process.threadCpuUsage();
  const answer = await outcome(ALL[path]({ request, context, params: {} }) as Promise<unknown>);
  const { user } = process.threadCpuUsage(used);
  return { ...answer, ms: user / 1_000 };
}

describe.each(Object.keys(ALL) as (keyof typeof ALL)[])('%s', (path) => {
  const limit = path in ACCOUNT_FORMS ? 16_000 : 80_000;

  test('refuses a longer body, whether or not it has a Content-Length', async () => {
    const text = `email=a%40${'.'.repeat(limit)}%40`;
    expect(await send(path, text, { type: FORM })).toMatchObject({ status: 413 });
    // An endless body is aborted as soon as it is too long.
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 1_000) controller.close();
        else controller.enqueue(Buffer.from('x'.repeat(1_000)));
      },
    });
    expect(await send(path, endless, { type: FORM })).toMatchObject({ status: 413 });
  });

  test('counts the network address before it reads anything', async () => {
    const context = fresh();
    const { points } = LIMITS['public-form-address'];
    for (let n = 0; n < points; n += 1) await send(path, '', { type: FORM, context });
    const pull = vi.fn();
    const unread = new ReadableStream({ pull }, { highWaterMark: 0 });
    const request = requestOf(path, unread, FORM);
    const body = vi.spyOn(request, 'body', 'get');
    const refused = await outcome(ALL[path]({ request, context, params: {} }) as Promise<unknown>);
    expect(refused.status).toBe(429);
    // Only to discard it.
    expect(body.mock.calls.length).toBeLessThanOrEqual(2);
    expect(request.bodyUsed).toBe(true);
  });

  test.each([
    ['dots after an at sign', (room: number) => `a@${'.'.repeat(room)}@`],
    ['combining marks', (room: number) => `a${'\u0301\u0316'.repeat(room / 12)}`],
  ])('answers a form with %s at once', async (_content, text) => {
    const fields = ['email', 'password', 'firstName', 'lastName', 'details', 'message'];
    const room = Math.floor((limit - 2_000) / fields.length);
    const form = new URLSearchParams(fields.map((name) => [name, text(room)]));
    const answer = await send(path, form, { type: FORM });
    expect(answer.status).toBeLessThan(500);
    expect(answer.status).not.toBe(413);
    // CPU time of this thread in ms; it once took seconds.
    expect(answer.ms).toBeLessThan(500);
  });

  test('accepts at most 64 fields', async () => {
    if (path === '/api/email/webhook-handler') return;
    expect(await send(path, 'a&'.repeat(64), { type: FORM })).toMatchObject({ status: 413 });
    expect(await send(path, 'a&'.repeat(63), { type: FORM })).not.toMatchObject({ status: 413 });
  });
});

describe('a message of 5,000 characters of any script', () => {
  const person = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
  const scripts = ['a', 'é', 'प', '字', '😀', '"', '\n'].map(
    (character) => `A${character.repeat(4_998)}.`,
  );

  test.each(scripts)('is accepted as a form and in JSON: %.8s', async (details) => {
    const form = { ...person, kind: 'support', details };
    const sent = await send('/contact', new URLSearchParams(form), { type: FORM });
    expect(sent.status).toBe(303);
    const body = { ...person, subject: 'Ada Byron', message: details, to: 'support' };
    // As written by programs that use only ASCII.
    const ascii = JSON.stringify(body).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const json of [JSON.stringify(body), ascii]) {
      const answer = await send('/api/email/webhook-handler', json, { type: 'application/json' });
      expect(answer.status).toBe(200);
    }
  });
});
