import type { Readable } from 'node:stream';

import { limitAddress } from '~/http/rate-limit.server';
import { appUrl, env } from '~/settings/env.server';
import { emailSettings } from '~/settings/providers.server';
import { log } from '~/lib/log.server';
import { isSameSecret } from '~/lib/security/encryption.server';

import type { FailureReporting } from './failure';
import { recordArrival, recordFailure } from './failure-actions.server';
import { readPostmarkEvent } from './postmark-event.server';

/** Far larger than any event: Postmark includes no email bodies unless told to. */
const MAX_BODY = 1_000_000;

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
const answer = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { ...HEADERS, ...headers } });

interface SentEvent {
  headers: { get(name: string): string | null };
  address: string | undefined;
  bytes(): Readable;
}

/** Whether Postmark can report what happened to emails. */
function isWebhookSet(): boolean {
  return env().POSTMARK_WEBHOOK_USER !== undefined && env().POSTMARK_WEBHOOK_PASSWORD !== undefined;
}

/**
 * Answers Postmark's webhook, which reports that an email bounced, was marked as spam, or arrived. An event is recorded
 * once, even if it comes several times; after any answer but 200, Postmark sends it again.
 * @throws AppError too-many-requests
 */
export async function receivePostmarkEvent(sent: SentEvent, now: Date): Promise<Response> {
  if (!isWebhookSet()) return answer(404, 'There is no such address.');
  await limitAddress('mail-webhook-address', sent.address);
  if (!isPostmark(sent.headers.get('authorization'))) {
    return answer(
      401,
      'This needs the user name and password in POSTMARK_WEBHOOK_USER and POSTMARK_WEBHOOK_PASSWORD.',
      {
        'WWW-Authenticate': 'Basic realm="Postmark"',
      },
    );
  }
  const body = await readBody(sent.bytes());
  if (body === 'too-large') return answer(413, 'This is too large for an event.');
  const event = readPostmarkEvent(body, now);
  if (event === null) {
    // Without the body, which holds addresses.
    log.warn('a Postmark event could not be read');
    return answer(400, 'This isn’t a known event.');
  }
  if (event.what === 'failure') await recordFailure(event.failure);
  if (event.what === 'arrival') await recordArrival(event);
  return answer(200, 'Received.');
}

function isPostmark(authorization: string | null): boolean {
  const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = env();
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  return isSameSecret(Buffer.from(encoded, 'base64').toString('utf8'), `${user}:${password}`);
}

/** The body's JSON; null for anything else. */
async function readBody(sent: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of sent) {
      size += (chunk as Buffer).length;
      if (size > MAX_BODY) return 'too-large';
      chunks.push(chunk as Buffer);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    // The request was aborted or its body isn't JSON: the answer says so.
    return null;
  }
}

export function failureReporting(): FailureReporting {
  return {
    service: emailSettings()?.service ?? 'none',
    webhook: isWebhookSet() ? `${appUrl()}/api/mail/postmark-webhook` : null,
  };
}
