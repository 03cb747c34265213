import { createHash } from 'node:crypto';

import { log } from '~/lib/log.server';
import { env } from '~/settings/env.server';

import { boundedAnswer } from '../providers/bounded-answer';
import { connectionFailure, ProviderError } from '../providers/provider-error';

/** Someone waits for it at a form. */
const TIMEOUT_MS = 2_000;
/** A thousand hashes are 40 KB. */
const MAX_BYTES = 1024 * 1024;

/** How much of the hash the service is told: hundreds of passwords share it (k-anonymity). */
const PREFIX = 5;

/**
 * Whether the operator's service knows a password from a leak; false if none is set or it doesn't answer in time, since no one
 * may be kept out by that. The service speaks the range protocol of Have I Been Pwned.
 */
export async function isLeaked(password: string): Promise<boolean> {
  const { LEAKED_PASSWORDS_URL: address } = env();
  if (address === undefined) return false;
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const lines = await askRange(new URL(hash.slice(0, PREFIX), address));
    const found = lines.find((line) => line.toUpperCase().startsWith(`${hash.slice(PREFIX)}:`));
    // Lines that only hide how many there are have the count 0.
    return found !== undefined && Number(found.split(':')[1]) > 0;
  } catch (error) {
    const { code, detail } = error instanceof ProviderError ? error : connectionFailure(error);
    log.warn({ code, detail }, 'the leaked-password service did not answer');
    return false;
  }
}

async function askRange(url: URL): Promise<string[]> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      headers: { 'Add-Padding': 'true' },
      redirect: 'error',
      signal: late,
    });
    const text = await boundedAnswer(response, MAX_BYTES).text();
    if (!response.ok)
      throw new ProviderError('provider-fault', { detail: String(response.status) });
    return text.split('\n');
  } catch (error) {
    if (late.aborted) throw new ProviderError('timed-out');
    throw error;
  }
}
