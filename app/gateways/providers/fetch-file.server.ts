import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import { pause, repeatPause } from './repeat.server';
import { connectionFailure, ProviderError, type ProviderErrorCode } from './provider-error';

export interface FetchLimits {
  /** The maximum size in bytes. */
  mostBytes: number;
  /** From the first to the last byte. */
  mostMs: number;
  /** The maximum time without a byte. */
  idleMs?: number;
  signal: AbortSignal;
}

const IDLE_MS = 30_000;

/** Failures that may be over in a moment; the file stays at the provider in the meantime. */
const PASSING: ProviderErrorCode[] = ['broken-off', 'provider-fault', 'unreachable'];
const REPEATS = 2;

/**
 * Writes a provider's file from a link to disk as it arrives; returns its length. It was paid for, so an interrupted
 * download is repeated.
 * @throws ProviderError `output-gone` if it can't be downloaded at all
 */
export async function fetchToFile(url: string, file: string, limits: FetchLimits): Promise<number> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await fetchOnce(url, file, limits);
    } catch (error) {
      const again = error instanceof ProviderError && PASSING.includes(error.code);
      if (!again || repeat === REPEATS) throw error;
      await pause(repeatPause(repeat), limits.signal);
    }
  }
}

async function fetchOnce(
  url: string,
  file: string,
  { mostBytes, mostMs, idleMs = IDLE_MS, signal }: FetchLimits,
): Promise<number> {
  if (!/^https?:\/\//i.test(url)) throw new ProviderError('invalid-response');
  const patience = new AbortController();
  const lastly = setTimeout(() => patience.abort(), mostMs);
  const idle = setTimeout(() => patience.abort(), idleMs);
  const ends = AbortSignal.any([signal, patience.signal]);
  let size = 0;
  async function* bounded(parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      size += part.length;
      if (size > mostBytes) throw new ProviderError('output-too-large');
      idle.refresh();
      yield part;
    }
  }
  try {
    const { guardedFetch } = await import('./guarded-fetch.server');
    const response = await guardedFetch(url, { signal: ends });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      const { status } = response;
      throw new ProviderError(status >= 500 ? 'provider-fault' : 'output-gone', { status });
    }
    const declared = Number(response.headers.get('content-length') ?? 0);
    if (declared > mostBytes) {
      await response.body.cancel();
      throw new ProviderError('output-too-large');
    }
    const { body } = response;
    await pipeline(
      body as AsyncIterable<Uint8Array>,
      bounded,
      createWriteStream(file, { mode: 0o600 }),
      { signal: ends },
    );
    return size;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (signal.aborted) throw new ProviderError('aborted');
    if (patience.signal.aborted) throw new ProviderError('timed-out', { detail: 'output' });
    const failure = connectionFailure(error);
    if (failure.detail !== 'ADDRESS_REFUSED') throw failure;
    throw new ProviderError('output-gone', { detail: failure.detail, cause: error });
  } finally {
    clearTimeout(lastly);
    clearTimeout(idle);
  }
}
