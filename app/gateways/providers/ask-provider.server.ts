import { fetchBounded } from './bounded-answer';
import {
  classify,
  connectionFailure,
  ProviderError,
  retryAfterOf,
  shortCode,
} from './provider-error';

/** `unknown`: something answers, but does not tell whether it takes the key. */
export type ProviderCheck = 'works' | 'unknown';

/** Of a refusal no more is looked at. */
const MAX_REFUSAL = 10_000;
/** A key may be good for making something and not for looking at this. */
const MISSING_RIGHT = /missing scopes/i;

/**
 * Asks a provider, once, for something that costs nothing and needs the key. `signal` is its deadline.
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
