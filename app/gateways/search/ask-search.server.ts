import { fieldsOf, isObject, parsedOf } from '~/lib/json';

import { boundedAnswer, fetchBounded } from '../providers/bounded-answer';
import { classify, connectionFailure, ProviderError, shortCode } from '../providers/provider-error';

/** For the whole answer. */
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** What a refusal says comes early. */
const MAX_REFUSAL = 2_000;

/**
 * Asks a search service once, and returns the fields of its answer. It follows no redirect, so the key goes to the service
 * alone.
 * @throws ProviderError
 */
export async function askSearch(
  url: URL,
  { signal, ...init }: RequestInit & { signal: AbortSignal },
): Promise<Readonly<Record<string, unknown>>> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetchBounded(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    });
    const text = await boundedAnswer(response, MAX_BYTES).text();
    if (!response.ok) throw refusal(response.status, text.slice(0, MAX_REFUSAL));
    const answer = parsedOf(text);
    if (!isObject(answer)) throw new ProviderError('invalid-response');
    return answer;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (late.aborted) throw new ProviderError('timed-out');
    if (signal.aborted) throw new ProviderError('aborted');
    throw connectionFailure(error);
  }
}

function refusal(status: number, text: string): ProviderError {
  const { error, detail } = fieldsOf(parsedOf(text));
  const { code } = fieldsOf(error);
  const message = [text, fieldsOf(detail).error]
    .filter((part) => typeof part === 'string')
    .join(' ');
  const details = { status, detail: shortCode(code, String(status)) };
  // Tavily's: the plan's or the key's limit is used up.
  if (status === 432 || status === 433) return new ProviderError('no-credit', details);
  // Brave's, for a key that it doesn't know.
  if (status === 422 && message.includes('SUBSCRIPTION_TOKEN')) {
    return new ProviderError('key-refused', details);
  }
  return new ProviderError(classify({ status, code, message }), details);
}
