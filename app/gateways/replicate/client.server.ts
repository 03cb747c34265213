import type Replicate from 'replicate';

import { replicateSettings } from '../../settings/providers.server';
import { madeFor } from '../../lib/singleton.server';
import { askForJson } from '../providers/ask-provider.server';
import { fetchBounded } from '../providers/bounded-answer';
import {
  classify,
  connectionFailure,
  ProviderError,
  retryAfterOf,
  shortCode,
} from '../providers/provider-error';

const REPLICATE = 'https://api.replicate.com/v1';

/** The host of Replicate's API; null if no token is set. */
export function replicateHost(): string | null {
  const settings = replicateSettings();
  return settings && new URL(settings.baseUrl ?? REPLICATE).host;
}

interface ReplicateAccount {
  token: string;
  /** Undefined: Replicate's own. */
  baseUrl?: string;
}

/** Whose account at Replicate it is, and where: what is known of one account is of no use to another. */
export function replicateAccount(): ReplicateAccount {
  const { token = '', baseUrl } = replicateSettings() ?? {};
  return { token, baseUrl };
}

/** The site's account at Replicate. The SDK is loaded on first use. */
export function replicateClient(): Promise<Replicate> {
  return madeFor('replicate-client', replicateAccount(), async ({ token, baseUrl }) => {
    const { default: Client } = await import('replicate');
    return new Client({ auth: token, baseUrl, fetch: sendOnce, useFileOutput: false });
  });
}

const STATUS_HEADER = 'x-status-as-sent';
const NOT_REPEATED = 498;
const NO_ANSWER = 499;

/**
 * The SDK repeats whatever throws, and 429 without a pause. A request that creates something must not be repeated: it may
 * have arrived, and would be paid for twice. So its failures become answers, which the SDK passes on.
 */
async function sendOnce(input: Request | string, init?: RequestInit): Promise<Response> {
  if (init?.method?.toUpperCase() !== 'POST') return fetchBounded(input, init);
  try {
    const response = await fetchBounded(input, init);
    if (response.ok) return response;
    const headers = new Headers(response.headers);
    headers.set(STATUS_HEADER, String(response.status));
    return new Response(await response.text(), { status: NOT_REPEATED, headers });
  } catch (error) {
    const { detail, code } = connectionFailure(error);
    return Response.json({ detail, code }, { status: NO_ANSWER });
  }
}

/** An error of the SDK as the error that all gateways share. */
export function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return new ProviderError('aborted');
  const { name, response, message } = error as {
    name?: string;
    response?: Response;
    message?: string;
  };
  if (name === 'TimeoutError') return new ProviderError('timed-out');
  if (!response) return connectionFailure(error);
  if (response.status === NO_ANSWER) {
    const unsent = message?.includes('"unreachable"');
    return new ProviderError(unsent ? 'unreachable' : 'broken-off');
  }
  const status = Number(response.headers.get(STATUS_HEADER) ?? response.status);
  return new ProviderError(classify({ status, message }), {
    status,
    detail: shortCode(String(status)),
    retryAfter: retryAfterOf(response.headers.get('retry-after')),
  });
}

/**
 * Whether Replicate answers and accepts the token: asks for its account, which costs nothing. Without the SDK, which
 * would repeat the request for longer than anyone waits.
 * @throws ProviderError
 */
export async function checkReplicate(
  signal: AbortSignal,
  { token, baseUrl = REPLICATE }: ReplicateAccount = replicateAccount(),
): Promise<void> {
  const found = await ask('/account', { token, baseUrl, signal });
  if (found === 'unknown') throw new ProviderError('invalid-response');
}

/** The videos of Replicate's own collection, as it describes them. @throws ProviderError */
export function readVideoCollection(
  signal: AbortSignal,
  { token, baseUrl = REPLICATE }: ReplicateAccount,
): Promise<object | 'unknown'> {
  return ask('/collections/text-to-video', { token, baseUrl, signal });
}

function ask(
  path: string,
  { token, baseUrl, signal }: { token: string; baseUrl: string; signal: AbortSignal },
): Promise<object | 'unknown'> {
  // Only the operator can set another address, even if an admin set the token.
  const question = { source: 'environment', key: token, signal } as const;
  return askForJson(`${baseUrl.replace(/\/$/, '')}${path}`, question);
}
