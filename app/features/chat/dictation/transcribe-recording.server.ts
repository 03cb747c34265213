import { addAbortSignal, type Readable } from 'node:stream';

import { chargeCall } from '~/features/billing/index.server';
import { AiError, transcribe, transcriptionModel } from '~/gateways/ai/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';
import { FairTurns, NoPlace } from '~/lib/concurrency/turns.server';
import { MINUTE_MS } from '~/lib/time';

import {
  MAX_RECORDING_BYTES,
  recordingName,
  recordingSeconds,
  transcriptionCost,
} from './recording';
import { dictationRefusals, notTranscribed } from './refusals';

/** Each holds a recording in memory. */
const turns = singleton(
  'dictation-turns',
  () => new FairTurns({ atOnce: 4, atOncePerPerson: 1, maxWaiting: 40, maxWaitingPerPerson: 2 }),
);

const UPLOAD_MS = MINUTE_MS;
const PROVIDER_MS = 120_000;
/** In UTF-16 units: far more than anyone says in ten minutes. */
const MAX_TEXT = 50_000;

export interface Recording {
  userId: UserScope;
  body: Readable;
  /** As the request says; NaN if it doesn't. */
  bytes: number;
  /** As the browser measured it. */
  seconds: number;
  /** Aborted when the person cancels or leaves. */
  signal: AbortSignal;
}

/**
 * The words in a recording, which stays in memory only.
 * @throws AppError `not-found` (not set up), `unavailable`, `invalid`, `too-large`, `out-of-tokens`
 */
export async function transcribeRecording(recording: Recording): Promise<{ text: string }> {
  const model = transcriptionModel();
  if (model === null) throw new AppError('not-found', dictationRefusals.off);
  if (recording.bytes > MAX_RECORDING_BYTES) throw tooLarge();
  try {
    return await turns.run(recording.userId, async () => {
      const audio = await readAudio(recording);
      return payFor(model, audio, recording);
    });
  } catch (error) {
    if (!(error instanceof NoPlace)) throw error;
    throw new AppError('unavailable', dictationRefusals.busy, { cause: error });
  }
}

async function readAudio({ body, signal }: Recording): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    addAbortSignal(AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_MS)]), body);
    // A destroyed request couldn't be answered.
    const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
    for await (const part of chunks) {
      size += part.length;
      if (size > MAX_RECORDING_BYTES) throw tooLarge();
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', dictationRefusals.brokenOff, { cause });
  }
  return new Uint8Array(Buffer.concat(parts, size));
}

async function payFor(
  model: string,
  audio: Uint8Array<ArrayBuffer>,
  { userId, seconds: said, signal }: Recording,
): Promise<{ text: string }> {
  if (audio.length === 0) throw new AppError('invalid', dictationRefusals.empty);
  const fileName = recordingName(audio);
  if (fileName === null) throw new AppError('invalid', dictationRefusals.kind);
  const cost = transcriptionCost(recordingSeconds(said, audio.length));
  // All of it or nothing: half a recording can't be transcribed.
  const size = { promptTokens: cost - 1, maxTokens: 1, weight: 1 };
  const charge = { call: 'dictation:', kind: 'dictation', purpose: 'dictation' } as const;
  return chargeCall({ ...charge, userId, ...size }, async () => {
    try {
      const request = { model, audio, fileName, signal, timeoutMs: PROVIDER_MS };
      const { text: heard, usage } = await transcribe(request);
      // The person left at the last moment and won't see the text.
      if (signal.aborted) throw new AiError('aborted');
      const text = heard.trim().slice(0, MAX_TEXT).toWellFormed();
      // Silence is free, like an empty answer.
      return { result: { text }, tokens: text === '' ? 0 : usedTokens(usage, cost) };
    } catch (error) {
      if (!(error instanceof AiError)) throw error;
      const why =
        error.code === 'too-long' ? dictationRefusals.tooLong : notTranscribed(error.reason);
      throw new AppError('unavailable', why, { cause: error });
    }
  });
}

function usedTokens(
  usage: Awaited<ReturnType<typeof transcribe>>['usage'],
  estimate: number,
): number {
  if (usage === null) return estimate;
  return 'tokens' in usage ? usage.tokens : transcriptionCost(usage.seconds);
}

function tooLarge(): AppError {
  return new AppError('too-large', dictationRefusals.tooLarge);
}
