import { env } from '../../settings/env.server';
import { askProvider } from '../providers/ask-provider.server';
import { ProviderError } from '../providers/provider-error';

const REPLICATE = 'https://api.replicate.com/v1';

/** Where Replicate is asked; null where no token is set. */
export function replicateHost(): string | null {
  const { REPLICATE_API_TOKEN, REPLICATE_BASE_URL } = env();
  return REPLICATE_API_TOKEN === undefined ? null : new URL(REPLICATE_BASE_URL ?? REPLICATE).host;
}

/**
 * Whether Replicate is there and takes the token: asks whose it is, which costs nothing. Not through the SDK, which
 * would ask again and again until no one waits any more.
 * @throws ProviderError
 */
export async function checkReplicate(signal: AbortSignal): Promise<void> {
  const { REPLICATE_API_TOKEN: key, REPLICATE_BASE_URL = REPLICATE } = env();
  const found = await askProvider(`${REPLICATE_BASE_URL.replace(/\/$/, '')}/account`, {
    key,
    signal,
  });
  if (found === 'unknown') throw new ProviderError('invalid-response');
}
