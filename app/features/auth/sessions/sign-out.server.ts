import { announceSessionEnded } from './session-events.server';
import { blankCookie, deleteSessionBySecret, readSecret } from './sessions.server';

/** Ends the session of this Cookie header, if there is one, and returns the header that clears the cookie. */
export async function signOut(
  cookieHeader: string | null | undefined,
  { secure }: { secure: boolean },
): Promise<{ setCookie: string }> {
  const secret = readSecret(cookieHeader);
  const ended = secret && (await deleteSessionBySecret(secret));
  if (ended) await announceSessionEnded(ended);
  return { setCookie: blankCookie(secure) };
}
