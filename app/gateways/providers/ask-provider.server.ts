import type { Source } from '../../settings/providers.server';
import { boundedAnswer } from './bounded-answer';
import {
  classify,
  connectionFailure,
  ProviderError,
  retryAfterOf,
  shortCode,
} from './provider-error';
import { providerFetch } from './provider-fetch.server';

/** `unknown`: the provider answers but doesn't say whether it accepts the key. */
export type ProviderCheck = 'works' | 'unknown';

/** The maximum bytes of a refusal that are read. */
const MAX_REFUSAL = 10_000;
/** The maximum bytes of an answer: the longest lists of models have a few million. */
const MAX_JSON = 10_000_000;
/** A key may allow generating but not this request. */
const MISSING_RIGHT = /missing scopes/i;

interface Question {
  /** Who set the address. */
  source: Source;
  key: string | undefined;
  /** Its deadline. */
  signal: AbortSignal;
}

/**
 * Sends a provider one request that costs nothing and needs the key.
 * @throws ProviderError
 */
export async function askProvider(url: string, question: Question): Promise<ProviderCheck> {
  const answer = await askForJson(url, question);
  return answer === 'unknown' ? 'unknown' : 'works';
}

/**
 * Gets an object or a list from a provider; `unknown` if it has none at this address, or keeps it from this key.
 * @throws ProviderError
 */
export async function askForJson(
  url: string,
  { source, key, signal }: Question,
): Promise<object | 'unknown'> {
  try {
    const response = await providerFetch(source)(url, {
      headers: { Accept: 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      signal,
    });
    if (!response.ok) return await readRefusal(response);
    const answer: unknown = await boundedAnswer(response, MAX_JSON).json();
    if (typeof answer !== 'object' || answer === null) throw new ProviderError('invalid-response');
    return answer;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (signal.aborted) throw new ProviderError('timed-out');
    if (error instanceof SyntaxError) throw new ProviderError('invalid-response');
    throw connectionFailure(error);
  }
}

async function readRefusal(response: Response): Promise<'unknown'> {
  const { status, headers } = response;
  const message = (await response.text()).slice(0, MAX_REFUSAL);
  if ([404, 405, 501].includes(status)) return 'unknown';
  if ([401, 403].includes(status) && MISSING_RIGHT.test(message)) return 'unknown';
  throw new ProviderError(classify({ status, message }), {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    detail: shortCode(String(status)),
    retryAfter: retryAfterOf(headers.get('retry-after')),
  });
}
