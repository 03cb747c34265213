import type { Session } from '~/http/session';

import { findCredentials } from '../users/users.server';
import type { Client } from './client';
import { rememberDevice } from './known-device.server';

/** The Set-Cookie headers by which this browser stays a known device after the person has changed how they sign in. */
export async function rememberSignedIn(
  { user }: Pick<Session, 'user'>,
  client: Client,
): Promise<string[]> {
  const account = await findCredentials(user.email);
  return account?.userId === user.id ? [await rememberDevice(account, client)] : [];
}
