// A known device has signed in to the account with its current password, and with a code if two-factor sign-in is on. A
// signed cookie says so. It opens nothing: it only gives the device its own counters for guesses.
import { createHash, randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { Session } from '~/http/session';
import type { UserScope } from '~/lib/scope';

import { enabledSince } from '../two-factor/two-factor-data.server';
import { findCredentials } from '../users/user-data.server';
import type { Client } from './session';
import { deviceCookies, readCookie, serializeCookie } from './cookies.server';
import { readSigned, sessionSecret, signText } from './signed-text.server';

/** What guesses are counted by: an open session, or a known device. */
export interface Known {
  userId: UserScope;
  /** The key of its counters. */
  by: string;
}

const PREFIX = 'bwkd';
/** As long as browsers keep a cookie at all. */
const LIFETIME_S = 400 * 24 * 3600;
/** How many accounts one browser is known to: those that signed in last. */
const MAX_ACCOUNTS = 4;

const payload = z.object({ dev: z.uuid(), acc: z.array(z.tuple([z.uuid(), z.string()])) });
type Device = z.output<typeof payload>;

function readDevice(cookieHeader: string | null | undefined): Device | null {
  for (const name of deviceCookies.names) {
    const value = readCookie(cookieHeader, name);
    const signed = value === null ? undefined : readSigned(PREFIX, value, sessionSecret());
    // Everything that is signed was made below.
    if (signed !== undefined) return payload.parse(signed);
  }
  return null;
}

/** Changes with the password and with two-factor sign-in, so that someone who knew an earlier password is a stranger again. */
async function markOf(userId: UserScope, passwordHash: string): Promise<string> {
  const since = await enabledSince(userId);
  const text = `${passwordHash} ${since?.getTime() ?? 'off'}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** The Set-Cookie header that makes this browser a known device of the account. */
export async function rememberDevice(
  { userId, passwordHash }: { userId: UserScope; passwordHash: string },
  { cookie, secure }: { cookie?: string | null; secure: boolean },
): Promise<string> {
  const device = readDevice(cookie);
  const mark = await markOf(userId, passwordHash);
  const others = (device?.acc ?? []).filter(([id]) => id !== userId);
  const claims: Device = {
    dev: device?.dev ?? randomUUID(),
    acc: [[userId, mark] as [string, string], ...others].slice(0, MAX_ACCOUNTS),
  };
  return serializeCookie(deviceCookies.nameFor(secure), signText(PREFIX, claims, sessionSecret()), {
    secure,
    maxAge: LIFETIME_S,
  });
}

/**
 * The known device of the account with this email address that the Cookie header comes from; null for a stranger. Without
 * a device's cookie nothing is looked up, so that a stranger learns nothing from the time that it takes.
 */
export async function knownDevice(
  cookieHeader: string | null | undefined,
  email: string,
): Promise<Known | null> {
  const device = readDevice(cookieHeader);
  if (!device) return null;
  const account = await findCredentials(email);
  const claim = device.acc.find(([userId]) => userId === account?.userId);
  if (!account || !claim) return null;
  const { userId, passwordHash } = account;
  if (claim[1] !== (await markOf(userId, passwordHash))) return null;
  return { userId, by: `device ${device.dev} ${userId}` };
}

/** Whether someone has signed in to the account in this browser before, even with an earlier password. */
export function isFamiliarDevice(
  cookieHeader: string | null | undefined,
  userId: UserScope,
): boolean {
  return readDevice(cookieHeader)?.acc.some(([id]) => id === userId) ?? false;
}

/** An open session is as good as a known device. */
export function knownSession({
  user,
  sessionId,
}: {
  user: { id: UserScope };
  sessionId: string;
}): Known {
  return { userId: user.id, by: `session ${sessionId}` };
}

/** The Set-Cookie headers that keep this browser a known device after the person changed how they sign in. */
export async function rememberSignedIn(
  { user }: Pick<Session, 'user'>,
  client: Client,
): Promise<string[]> {
  const account = await findCredentials(user.email);
  return account?.userId === user.id ? [await rememberDevice(account, client)] : [];
}
