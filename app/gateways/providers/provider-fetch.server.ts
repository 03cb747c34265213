import type { Source } from '../../settings/providers.server';
import { singleton } from '../../lib/singleton.server';
import { undici } from '../../lib/undici.server';
import { isAdminAddress } from './admin-address.server';
import { boundedAnswer, fetchBounded } from './bounded-answer';
import { guardedConnector, publicNetwork } from './guarded-connection.server';

/**
 * A `fetch` with bounded answers for a provider's address. One that an admin typed is connected to only where admins may
 * lead the server, and not left by a redirect, which comes back as it is.
 */
export function providerFetch(source: Source): typeof fetchBounded {
  return source === 'admin' ? fetchGuarded : fetchBounded;
}

async function fetchGuarded(
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> {
  const dispatcher = singleton('admin-fetch', () => {
    const connect = guardedConnector(publicNetwork, isAdminAddress);
    return new (undici().Agent)({ connect });
  });
  const guarded = { ...init, redirect: 'manual', dispatcher } as RequestInit;
  return boundedAnswer(await fetch(input, guarded));
}
