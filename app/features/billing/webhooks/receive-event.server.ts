import type { Readable } from 'node:stream';

import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { hasLeft } from '~/http/failure.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { keepEvent, subjectOf } from './event-data.server';
import { processEvent } from './process-event.server';

/** Bytes, far above any event. */
const MAX_BODY = 1_000_000;
const TOO_LARGE = { status: 413, text: 'The event is too large.' } as const;
const CUT_OFF = {
  status: 400,
  text: 'The request ended before it was complete.',
} as const;
const FAILED = { status: 500, text: 'Processing failed. Send the event again.' } as const;

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };

/** Answers Stripe's webhook. The text appears in the log of Stripe's dashboard. Never rejects. */
export async function answerWebhook(body: Readable, signature: string | null): Promise<Response> {
  const { status, text } = await take(body, signature).catch((err: unknown) => {
    if (hasLeft(err)) return CUT_OFF;
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
  // Destroying the rest of the body would also close the connection that the answer needs.
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    size += (part as Buffer).length;
    if (size > MAX_BODY) return TOO_LARGE;
    parts.push(part as Buffer);
  }
  return receiveEvent(Buffer.concat(parts), signature, new Date());
}

/** For anything but 200, Stripe sends the event again, for three days. */
interface WebhookAnswer {
  status: 200 | 400 | 404 | 500;
  text: string;
}

/** Processes an event from the webhook. `body` must be the unchanged bytes, because those are what is signed. */
export async function receiveEvent(
  body: Buffer,
  signature: string | null | undefined,
  now: Date,
): Promise<WebhookAnswer> {
  if (paymentsMode() === 'off')
    return { status: 404, text: 'Payments aren’t set up on this server.' };
  let event;
  try {
    event = (await payments()).readWebhook(body, signature ?? '', now);
  } catch (err) {
    if (!(err instanceof PaymentError)) throw err;
    // Only the error's code and its cause's name: the cause's message quotes the body.
    log.warn({ reason: err.message }, 'refused a webhook that is not signed by Stripe');
    return { status: 400, text: 'Invalid signature.' };
  }
  if (event.live !== (paymentsMode() === 'live')) {
    return { status: 400, text: 'The event and the key are of different modes (test and live).' };
  }
  const stored = await keepEvent(event, subjectOf(event), now);
  if (stored.state === 'done' || stored.state === 'ignored') {
    return { status: 200, text: 'Already processed.' };
  }
  KILLABLE: killPoint('payment: event kept, nothing taken in');
  try {
    await processEvent(stored, now);
    return { status: 200, text: 'Processed.' };
  } catch {
    // `processEvent` has logged the cause and stored the event as failed.
    return { status: 500, text: 'Processing failed. Send the event again.' };
  }
}
