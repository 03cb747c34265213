import type { Readable } from 'node:stream';

import { limitAddress } from '~/http/rate-limit.server';
import { appUrl, env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { isSameSecret } from '~/lib/security/encryption.server';

import type { FailureReporting } from './failure';
import { takeArrival, receiveFailure } from './failure-actions.server';
import { readPostmarkEvent } from './postmark-event.server';

/** Far above any event: Postmark sends no bodies of emails along unless asked to. */
const LARGEST_BODY = 1_000_000;

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
const say = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { ...HEADERS, ...headers } });

interface SentEvent {
  headers: { get(name: string): string | null };
  address: string | undefined;
  bytes(): Readable;
}

/** Whether Postmark can tell what became of mails. */
function isWebhookSet(): boolean {
  return env().POSTMARK_WEBHOOK_USER !== undefined && env().POSTMARK_WEBHOOK_PASSWORD !== undefined;
}

/**
 * Answers Postmark's webhook: it tells that an email bounced, was marked as spam, or arrived. What it tells is a hint, kept
 * once however often it comes; anything but 200 has it come again.
 * @throws AppError too-many-requests
 */
export async function receivePostmarkEvent(sent: SentEvent, now: Date): Promise<Response> {
  if (!isWebhookSet()) return say(404, 'There is no such address.');
  await limitAddress('mail-webhook-address', sent.address);
  if (!isPostmark(sent.headers.get('authorization'))) {
    return say(401, 'This needs the credentials of POSTMARK_WEBHOOK_USER.', {
      'WWW-Authenticate': 'Basic realm="Postmark"',
    });
  }
  const body = await readBody(sent.bytes());
  if (body === 'too-large') return say(413, 'This is too large to be an event.');
  const event = readPostmarkEvent(body, now);
  if (event === null) {
    // Not the body: it holds addresses.
    log.warn('an event of Postmark’s could not be read');
    return say(400, 'This is no event that is known here.');
  }
  if (event.what === 'failure') await receiveFailure(event.failure);
  if (event.what === 'arrival') await takeArrival(event);
  return say(200, 'Taken in.');
}

function isPostmark(authorization: string | null): boolean {
  const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = env();
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  return isSameSecret(Buffer.from(encoded, 'base64').toString('utf8'), `${user}:${password}`);
}

/** The JSON that was sent; null for anything else. */
async function readBody(sent: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of sent) {
      size += (chunk as Buffer).length;
      if (size > LARGEST_BODY) return 'too-large';
      chunks.push(chunk as Buffer);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    // Broken off, or no JSON: the answer says so.
    return null;
  }
}

/** How this site hears of emails that do not arrive, for its admins. */
export function failureReporting(): FailureReporting {
  const { POSTMARK_SERVER_TOKEN, SMTP_URL } = env();
  return {
    service: POSTMARK_SERVER_TOKEN ? 'postmark' : SMTP_URL ? 'smtp' : 'none',
    webhook: isWebhookSet() ? `${appUrl()}/api/mail/postmark-webhook` : null,
  };
}
