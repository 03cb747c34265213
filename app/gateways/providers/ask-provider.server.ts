import { fetchBounded } from './bounded-answer';
import {
  classify,
  connectionFailure,
  ProviderError,
  retryAfterOf,
  shortCode,
} from './provider-error';

/** `unknown`: the provider answers but doesn't say whether it accepts the key. */
export type ProviderCheck = 'works' | 'unknown';

/** The maximum bytes of a refusal that are read. */
const MAX_REFUSAL = 10_000;
/** A key may allow generating but not this request. */
const MISSING_RIGHT = /missing scopes/i;

/**
 * Sends a provider one request that costs nothing and needs the key. `signal` is its deadline.
 * @throws ProviderError
 */
export async function askProvider(
  url: string,
  { key, signal }: { key: string | undefined; signal: AbortSignal },
): Promise<ProviderCheck> {
  try {
    const response = await fetchBounded(url, {
      headers: { Accept: 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      signal,
    });
    if (!response.ok) return await readRefusal(response);
    const answer: unknown = await response.json();
    if (typeof answer !== 'object' || answer === null) throw new ProviderError('invalid-response');
    return 'works';
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (signal.aborted) throw new ProviderError('timed-out');
    if (error instanceof SyntaxError) throw new ProviderError('invalid-response');
    throw connectionFailure(error);
  }
}

async function readRefusal(response: Response): Promise<ProviderCheck> {
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
