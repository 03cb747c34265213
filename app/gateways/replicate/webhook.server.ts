import { z } from 'zod';

import { MINUTE_MS } from '~/lib/time';

import { appUrl } from '../../settings/env.server';
import { madeFor } from '../../lib/singleton.server';
import { replicateAccount, replicateClient, toProviderError } from './client.server';
import { isPublicHttps, isRecent, isSigned, type SignedCall } from './webhook';

const PATH = '/api/replicate/webhook';
const SECRET_MS = 10_000;
/** A secret that doesn't fit may have been replaced since; it is fetched again no more often than this. */
const REFETCH_MS = 5 * MINUTE_MS;

/** The address of Replicate's webhooks; null if Replicate can't reach this site. */
export function webhookAddress(): string | null {
  const site = appUrl();
  return isPublicHttps(site) ? `${site}${PATH}` : null;
}

/** The fields of a request that ask for a webhook at its end; none if it couldn't arrive. */
export function webhookFields(): { webhook?: string; webhook_events_filter?: ['completed'] } {
  const webhook = webhookAddress();
  return webhook === null ? {} : { webhook, webhook_events_filter: ['completed'] };
}

const payload = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });

/**
 * The id of the prediction or training that a call of Replicate's is about, which is all that is taken from it; null for
 * anyone else's call. @throws ProviderError if Replicate doesn't return its secret
 */
export async function readWebhook(
  call: SignedCall,
  now: Date,
): Promise<{ id: string | null } | null> {
  // A call that can't be right doesn't lead to a request for the secret.
  if (!call.id || !call.signature || !isRecent(call, now)) return null;
  if (!isSigned(call, await secret(now, null))) {
    const newer = await secret(now, REFETCH_MS);
    if (!isSigned(call, newer)) return null;
  }
  return { id: idIn(call.body) };
}

function idIn(body: Buffer): string | null {
  try {
    return payload.safeParse(JSON.parse(body.toString())).data?.id ?? null;
  } catch {
    // Signed, but no JSON: it names nothing.
    return null;
  }
}

/** Each account has a secret of its own. */
function heldSecret() {
  return madeFor('replicate-webhook-secret', replicateAccount(), () => ({
    key: null as Promise<string> | null,
    at: 0,
  }));
}

/** Fetched once, and again when it is older than `maxAgeMs`. */
function secret(now: Date, maxAgeMs: number | null): Promise<string> {
  const held = heldSecret();
  const isStale = maxAgeMs !== null && now.getTime() - held.at > maxAgeMs;
  if (held.key === null || isStale) {
    const key = fetchSecret();
    held.key = key;
    held.at = now.getTime();
    key.catch(() => {
      if (held.key === key) held.key = null;
    });
  }
  return held.key;
}

async function fetchSecret(): Promise<string> {
  const replicate = await replicateClient();
  const signal = AbortSignal.timeout(SECRET_MS);
  try {
    const { key } = await replicate.webhooks.default.secret.get({ signal });
    return z.string().min(1).parse(key);
  } catch (error) {
    throw toProviderError(error, signal);
  }
}
