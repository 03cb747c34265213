import type Replicate from 'replicate';
import type { Prediction } from 'replicate';

import { log } from '../../lib/log.server';
import { readOutput } from './fetch-output.server';
import { classify, connectionFailure, ImageError, retryAfterOf, shortCode } from './image-error';
import { isGivenUp, type ImageProvider, type MadePicture, type PictureRequest } from './images';
import { pause } from './pause';

/** Cold models take minutes to start. */
const MOST_MS = 15 * 60_000;
const CALL_MS = 30_000;
const POLL_MS = 1_500;
/** So often in a row asking how far it is may fail. */
const MOST_FAILURES = 20;

interface ReplicateSettings {
  token: string;
  baseUrl: string | undefined;
  pollMs?: number;
  /** Which input of a model takes the picture to start from. */
  referenceInput: (model: string) => string;
}

/** Models on Replicate, through its SDK. A prediction goes on there by itself and is found again by its id. */
export function replicateImages(settings: ReplicateSettings): ImageProvider {
  let loading: Promise<Replicate> | undefined;
  const client = () => (loading ??= createClient(settings));

  async function follow(id: string, signal: AbortSignal): Promise<MadePicture> {
    const replicate = await client();
    try {
      const prediction = await untilOver(replicate, id, settings.pollMs ?? POLL_MS, signal);
      return { bytes: await readOutput(outputOf(prediction), signal) };
    } catch (error) {
      if (isGivenUp(signal) || (error as ImageError).code === 'timed-out') giveUp(replicate, id);
      throw error;
    }
  }

  return {
    name: 'replicate',
    async make(request, track) {
      const replicate = await client();
      let id: string;
      try {
        ({ id } = await replicate.predictions.create({
          ...namedModel(request.model),
          input: inputOf(request, settings.referenceInput(request.model)),
          signal: AbortSignal.any([request.signal, AbortSignal.timeout(CALL_MS)]),
        }));
      } catch (error) {
        throw toImageError(error, request.signal);
      }
      await track.known(id);
      return follow(id, request.signal);
    },
    resume: (ref, request) => follow(ref, request.signal),
  };
}

async function createClient({ token, baseUrl }: ReplicateSettings): Promise<Replicate> {
  const { default: Client } = await import('replicate');
  return new Client({ auth: token, baseUrl, fetch: sendOnce, useFileOutput: false });
}

const STATUS_HEADER = 'x-status-as-sent';
const NOT_REPEATED = 498;
const NO_ANSWER = 499;

/**
 * The SDK repeats whatever throws, and 429 without a pause. A request that makes a prediction must not be repeated:
 * it may have arrived and would be paid twice. So its failures come as answers that the SDK hands on.
 */
async function sendOnce(input: Request | string, init?: RequestInit): Promise<Response> {
  if (init?.method?.toUpperCase() !== 'POST') return fetch(input, init);
  try {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const headers = new Headers(response.headers);
    headers.set(STATUS_HEADER, String(response.status));
    return new Response(await response.text(), { status: NOT_REPEATED, headers });
  } catch (error) {
    const { detail, code } = connectionFailure(error);
    return Response.json({ detail, code }, { status: NO_ANSWER });
  }
}

/** `owner/name`, or `owner/name:version`. */
function namedModel(id: string): { model: string } | { version: string } {
  const [model = '', version] = id.split(':');
  return version === undefined ? { model } : { version };
}

function inputOf(request: PictureRequest, referenceInput: string): object {
  const { prompt, negativePrompt, width, height, seed, reference } = request;
  return {
    prompt,
    aspect_ratio: width === height ? '1:1' : width > height ? '3:2' : '2:3',
    output_format: 'png',
    ...(negativePrompt && { negative_prompt: negativePrompt }),
    ...(seed !== undefined && { seed }),
    ...(reference && {
      [referenceInput]: `data:${reference.type};base64,${reference.bytes.toString('base64')}`,
    }),
  };
}

/** Asks how far it is until it is over. @throws ImageError */
async function untilOver(
  replicate: Replicate,
  id: string,
  pollMs: number,
  signal: AbortSignal,
): Promise<Prediction> {
  const since = Date.now();
  for (let failures = 0; ;) {
    if (Date.now() - since > MOST_MS) throw new ImageError('timed-out', { requestId: id });
    await pause(pollMs, signal);
    try {
      const prediction = await replicate.predictions.get(id, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
      });
      failures = 0;
      if (!['starting', 'processing'].includes(prediction.status)) return prediction;
    } catch (error) {
      const failure = toImageError(error, signal);
      const passing = ['broken-off', 'unreachable', 'provider-fault', 'busy'];
      failures += 1;
      if (!passing.includes(failure.code) || failures === MOST_FAILURES) throw failure;
    }
  }
}

function outputOf({ id, status, error, output }: Prediction): string {
  if (status === 'succeeded') {
    const [first] = (Array.isArray(output) ? output : [output]) as unknown[];
    if (typeof first === 'string') return first;
    throw new ImageError('invalid-response', { requestId: id });
  }
  if (status === 'failed') throw new ImageError(classify({ message: error }), { requestId: id });
  throw new ImageError('broken-off', { requestId: id, detail: status });
}

function giveUp(replicate: Replicate, id: string): void {
  replicate.predictions
    .cancel(id, { signal: AbortSignal.timeout(CALL_MS) })
    .catch((err: unknown) => log.warn({ reason: (err as Error).name, id }, 'cancelling failed'));
}

function toImageError(error: unknown, signal: AbortSignal): ImageError {
  if (error instanceof ImageError) return error;
  if (signal.aborted) return new ImageError('aborted');
  const { name, response, message } = error as {
    name?: string;
    response?: Response;
    message?: string;
  };
  if (name === 'TimeoutError') return new ImageError('timed-out');
  if (!response) return connectionFailure(error);
  if (response.status === NO_ANSWER) {
    const unsent = message?.includes('"unreachable"');
    return new ImageError(unsent ? 'unreachable' : 'broken-off');
  }
  const status = Number(response.headers.get(STATUS_HEADER) ?? response.status);
  return new ImageError(classify({ status, message }), {
    status,
    detail: shortCode(String(status)),
    retryAfter: retryAfterOf(response.headers.get('retry-after')),
  });
}
