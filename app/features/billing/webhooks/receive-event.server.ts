import type { Readable } from 'node:stream';

import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { hasLeft } from '~/http/failure.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { keepEvent, subjectOf } from './event-data.server';
import { processEvent } from './process-event.server';

/** Far above any event. */
const LARGEST_BODY = 1_000_000;
const TOO_LARGE = { status: 413, text: 'This is too large to be an event.' } as const;
const BROKEN_OFF = {
  status: 400,
  text: 'The request was cut off before it was complete.',
} as const;
const FAILED = { status: 500, text: 'This could not be taken in. Please send it again.' } as const;

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };

/** Answers Stripe's webhook, in words for the log of its dashboard. Never rejects. */
export async function answerWebhook(body: Readable, signature: string | null): Promise<Response> {
  const { status, text } = await take(body, signature).catch((err: unknown) => {
    if (hasLeft(err)) return BROKEN_OFF;
    log.error({ err }, 'a webhook failed');
    return FAILED;
  });
  return new Response(text, { status, headers: HEADERS });
}

async function take(
  body: Readable,
  signature: string | null,
): Promise<WebhookAnswer | typeof TOO_LARGE> {
  const parts: Buffer[] = [];
  let size = 0;
  // Left open: to destroy the rest of a body would take its connection from the answer.
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    size += (part as Buffer).length;
    if (size > LARGEST_BODY) return TOO_LARGE;
    parts.push(part as Buffer);
  }
  return receiveEvent(Buffer.concat(parts), signature, new Date());
}

/** What Stripe is answered: anything but 200 has it send the event again, for three days. */
interface WebhookAnswer {
  status: 200 | 400 | 404 | 500;
  text: string;
}

/** Takes in an event that was sent to the webhook. `body` is as it came, to the byte: that is what is signed. */
export async function receiveEvent(
  body: Buffer,
  signature: string | null | undefined,
  now: Date,
): Promise<WebhookAnswer> {
  if (paymentsMode() === 'off') return { status: 404, text: 'Payments are not set up here.' };
  let event;
  try {
    event = (await payments()).readWebhook(body, signature ?? '', now);
  } catch (err) {
    if (!(err instanceof PaymentError)) throw err;
    // By the cause's name alone: its message quotes what was sent.
    log.warn({ reason: err.message }, 'refused a webhook that is not signed by Stripe');
    return { status: 400, text: 'The signature is not right.' };
  }
  if (event.live !== (paymentsMode() === 'live')) {
    return { status: 400, text: 'This event is of another mode than the key.' };
  }
  const { id, type } = event;
  const stored = await keepEvent(sql, { id, type, subject: subjectOf(event), now });
  if (stored.state === 'done' || stored.state === 'ignored') {
    return { status: 200, text: 'Known already.' };
  }
  KILLABLE: killPoint('payment: event kept, nothing taken in');
  try {
    await processEvent(stored, now);
    return { status: 200, text: 'Taken in.' };
  } catch {
    // The log has the cause, and the event is kept as failed.
    return { status: 500, text: 'This could not be taken in. Please send it again.' };
  }
}
