import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** Before Remix, which would read the body into a text: what is signed are its bytes. */
export const billingNodeRoutes = [
  { method: 'POST', path: '/api/stripe/webhook', handle: nodeWebhook },
] as const;

function nodeWebhook(request: IncomingMessage, response: ServerResponse): void {
  answer(request)
    .catch((err: unknown) => {
      if (hasLeft(err)) return BROKEN_OFF;
      log.error({ err }, 'a webhook failed');
      return FAILED;
    })
    .then(({ status, text }) => {
      // What is still coming is of no use to anybody.
      if (status === 413) response.setHeader('Connection', 'close');
      response.writeHead(status, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.end(text);
    })
    .catch((err: unknown) => log.warn({ err }, 'a webhook could not be answered'));
}

async function answer(request: IncomingMessage): Promise<WebhookAnswer | typeof TOO_LARGE> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > LARGEST_BODY) return TOO_LARGE;
    parts.push(part as Buffer);
  }
  const signature = request.headers['stripe-signature']?.toString();
  return receiveEvent(Buffer.concat(parts), signature, new Date());
}

/** The same where only Remix runs. */
export async function webWebhook(request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const signature = request.headers.get('stripe-signature');
  const { status, text } =
    body.length > LARGEST_BODY ? TOO_LARGE : await receiveEvent(body, signature, new Date());
  return new Response(text, { status, headers: { 'Cache-Control': 'no-store' } });
}
