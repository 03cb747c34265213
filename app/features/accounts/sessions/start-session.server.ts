import type { Client } from './client';
import { rememberDevice } from './known-device.server';
import { openSession } from './sessions.server';

/**
 * Opens a session for someone who has shown all that it takes; their browser is a known device from then on. The
 * session's Set-Cookie header comes first.
 * @throws SessionRefused
 */
export async function startSession(
  account: { userId: string; passwordHash: string },
  client: Client,
): Promise<{ setCookies: string[] }> {
  const { userAgent, secure } = client;
  const { setCookie } = await openSession({ ...account, userAgent, secure });
  return { setCookies: [setCookie, await rememberDevice(account, client)] };
}
