import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { z } from 'zod';

import {
  cancelPrediction,
  isReplicateId,
  readWebhook,
  wake,
  webhookAddress,
} from '~/gateways/replicate/index.server';
import { enqueue, listen, type QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { killPoint } from '~/lib/kill-points.server';
import { MINUTE_MS } from '~/lib/time';

import { isAwaited, listCalls } from './call-data.server';
import type { JobRow } from './job-data.server';
import type { OpenTransaction } from './kinds.server';

// Replicate's webhook says that something has ended. It is only a hint: the waiting job then asks the provider at once.

const CHANNEL = 'brandwright_provider_word';
/** Far more than a training takes, whose log is part of the body. */
const MAX_BODY = 1_000_000;

/** Listens for webhooks that any process received; null where this site takes none. */
export async function listenToProvider(): Promise<{ close(): Promise<void> } | null> {
  if (webhookAddress() === null) return null;
  // What is missed here is found by polling, a few seconds later.
  return listen(CHANNEL, wake, () => {});
}

/** Answers Replicate's webhook: anything but 200 has it sent again. SQL: sends a notification. */
export async function handleProviderWebhook({
  headers,
  bytes,
}: {
  headers: { get(name: string): string | null };
  bytes(): Readable;
}): Promise<Response> {
  if (webhookAddress() === null) return answer(404, 'Nothing is expected here.');
  if (Number(headers.get('content-length') ?? 0) > MAX_BODY) return tooLarge();
  const body = await buffer(bytes());
  if (body.length > MAX_BODY) return tooLarge();
  const header = (name: string) => headers.get(`webhook-${name}`);
  const signed = {
    id: header('id'),
    timestamp: header('timestamp'),
    signature: header('signature'),
    body,
  };
  let webhook: Awaited<ReturnType<typeof readWebhook>>;
  try {
    webhook = await readWebhook(signed, new Date());
  } catch (err) {
    log.warn({ err }, 'a webhook could not be checked: the provider does not give its secret');
    return answer(503, 'This cannot be checked at the moment. Please send it again.');
  }
  if (webhook === null) {
    log.warn('refused a webhook that is not signed by Replicate');
    return answer(400, 'The signature is not right.');
  }
  // Reaches whichever process waits for it; where none does nothing happens, and the answer is the same.
  if (webhook.id !== null) await sql.query(`SELECT pg_notify($1, $2)`, [CHANNEL, webhook.id]);
  return answer(200, 'Thank you.');
}

function tooLarge(): Response {
  return answer(413, 'This is too large.');
}

function answer(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'Cache-Control': 'no-store' } });
}

const TIMEOUT_MS = MINUTE_MS;

/** Cancels at the provider what was canceled here; repeated until that has worked. */
export const predictionEnd: QueuedJob<{ ref: string }> = {
  name: 'prediction-end',
  retries: 12,
  parse: (data) => z.object({ ref: z.string().refine(isReplicateId) }).parse(data),
  async run({ ref }) {
    // The canceled job's own calls are lost by now: an open call belongs to another job that waits for this prediction.
    if (await isAwaited([ref])) return;
    await cancelPrediction(ref, AbortSignal.timeout(TIMEOUT_MS));
    KILLABLE: killPoint('cancel: prediction broken off, not noted');
  },
};

/**
 * Has a canceled job's predictions canceled, which would be billed on. A job that waits for its prediction cancels it at
 * once; this is for predictions that no process waits for, because it died or requeued the job.
 */
export async function endPredictions(
  { tx, sql }: OpenTransaction,
  { userId, id }: JobRow,
): Promise<void> {
  for (const { state, providerRef } of await listCalls(userId, id, tx)) {
    if (state === 'asked' && providerRef !== null) {
      await enqueue(predictionEnd, { ref: providerRef }, sql);
    }
  }
}
