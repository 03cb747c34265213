import { z } from 'zod';

import { appUrl } from '../../settings/env.server';
import { singleton } from '../../lib/singleton.server';
import { replicateClient, toProviderError } from './client.server';
import { isPublicHttps } from './public-address';
import { isRecent, isSigned, type SignedCall } from './signature';

const PATH = '/api/replicate/webhook';
const SECRET_MS = 10_000;
/** A secret that does not fit may have been replaced since; it is asked for again no more often than this. */
const ASK_AGAIN_MS = 5 * 60_000;

/** Where Replicate may say that something is over; null where it could not reach this site. */
export function webhookAddress(): string | null {
  const site = appUrl();
  return isPublicHttps(site) ? `${site}${PATH}` : null;
}

/** What goes along with a request, so that Replicate says when it is over; nothing where it could not. */
export function webhookFields(): { webhook?: string; webhook_events_filter?: ['completed'] } {
  const webhook = webhookAddress();
  return webhook === null ? {} : { webhook, webhook_events_filter: ['completed'] };
}

const about = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });

/**
 * What a call is about, when Replicate made it: the id of a prediction or a training, about which nothing else of it
 * is believed. `null` for a call of anyone else's. @throws ProviderError where Replicate does not give its secret
 */
export async function readWebhook(
  call: SignedCall,
  now: Date,
): Promise<{ id: string | null } | null> {
  // No one is asked for a secret on the word of a call that cannot be right.
  if (!call.id || !call.signature || !isRecent(call, now)) return null;
  if (!isSigned(call, await secret(now, null))) {
    const newer = await secret(now, ASK_AGAIN_MS);
    if (!isSigned(call, newer)) return null;
  }
  return { id: idIn(call.body) };
}

function idIn(body: Buffer): string | null {
  try {
    return about.safeParse(JSON.parse(body.toString())).data?.id ?? null;
  } catch {
    // Signed, and yet no JSON: it is about nothing that we know.
    return null;
  }
}

const held = singleton('replicate-webhook-secret', () => ({
  key: null as Promise<string> | null,
  at: 0,
}));

/** Asked for once, and again when it is older than `mostMs`. */
function secret(now: Date, mostMs: number | null): Promise<string> {
  const stale = mostMs !== null && now.getTime() - held.at > mostMs;
  if (held.key === null || stale) {
    const key = askForSecret();
    held.key = key;
    held.at = now.getTime();
    key.catch(() => {
      if (held.key === key) held.key = null;
    });
  }
  return held.key;
}

async function askForSecret(): Promise<string> {
  const replicate = await replicateClient();
  const signal = AbortSignal.timeout(SECRET_MS);
  try {
    const { key } = await replicate.webhooks.default.secret.get({ signal });
    return z.string().min(1).parse(key);
  } catch (error) {
    throw toProviderError(error, signal);
  }
}
