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
import { sql, type Sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { killPoint } from '~/lib/kill-points.server';

import { callsOf, isAwaited } from './call-data.server';
import type { JobRow } from './job-data.server';

// A provider's word that something is over. It is only a hint: the waiting job then asks the provider, at once.

const CHANNEL = 'brandwright_provider_word';
/** Far above what is told of a training, whose log it holds. */
const LARGEST_BODY = 1_000_000;

/** Listens in this process for what any process was told; null where no provider can tell anything. */
export async function listenToProvider(): Promise<{ close(): Promise<void> } | null> {
  if (webhookAddress() === null) return null;
  // What goes unheard is found out by asking, a few seconds later.
  return listen(CHANNEL, wake, () => {});
}

/** Answers a call that says to be Replicate's: anything but 200 has it sent again. */
export async function handleProviderWebhook({
  headers,
  bytes,
}: {
  headers: { get(name: string): string | null };
  bytes(): Readable;
}): Promise<Response> {
  if (webhookAddress() === null) return answer(404, 'Nothing is expected here.');
  if (Number(headers.get('content-length') ?? 0) > LARGEST_BODY) return tooLarge();
  const body = await buffer(bytes());
  if (body.length > LARGEST_BODY) return tooLarge();
  const header = (name: string) => headers.get(`webhook-${name}`);
  const call = {
    id: header('id'),
    timestamp: header('timestamp'),
    signature: header('signature'),
    body,
  };
  let word: Awaited<ReturnType<typeof readWebhook>>;
  try {
    word = await readWebhook(call, new Date());
  } catch (err) {
    log.warn({ err }, 'a webhook could not be checked: the provider does not give its secret');
    return answer(503, 'This cannot be checked at the moment. Please send it again.');
  }
  if (word === null) {
    log.warn('refused a webhook that is not signed by Replicate');
    return answer(400, 'The signature is not right.');
  }
  // In whichever process it is waited for; where no one waits nothing happens, and the answer is the same.
  if (word.id !== null) await sql.query(`SELECT pg_notify($1, $2)`, [CHANNEL, word.id]);
  return answer(200, 'Thank you.');
}

function tooLarge(): Response {
  return answer(413, 'This is too large.');
}

function answer(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'Cache-Control': 'no-store' } });
}

const PATIENCE_MS = 60_000;

/** Breaks off at the provider what someone cancelled here, until that has worked. */
export const predictionEnd: QueuedJob<{ ref: string }> = {
  name: 'prediction-end',
  retries: 12,
  parse: (data) => z.object({ ref: z.string().refine(isReplicateId) }).parse(data),
  async run({ ref }) {
    // A job's own calls are lost in the transaction that queues this; what stands as asked is someone's who waits.
    if (await isAwaited(sql, [ref])) return;
    await cancelPrediction(ref, AbortSignal.timeout(PATIENCE_MS));
    KILLABLE: killPoint('cancel: prediction broken off, not noted');
  },
};

/**
 * In the transaction in which a job is cancelled: what runs on would be billed on. A job that waits for it breaks it off
 * at once; this is for what no one waits for, its process having died or put it back into the queue.
 */
export async function endPredictions(tx: Sql, { userId, id }: JobRow): Promise<void> {
  for (const { state, providerRef } of await callsOf(tx, userId, id)) {
    if (state === 'asked' && providerRef !== null) {
      await enqueue(predictionEnd, { ref: providerRef }, tx);
    }
  }
}
