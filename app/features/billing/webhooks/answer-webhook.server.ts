import type { Readable } from 'node:stream';

import { hasLeft } from '~/http/failure.server';
import { log } from '~/lib/log.server';

import { receiveEvent, type WebhookAnswer } from './receive-event.server';

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
