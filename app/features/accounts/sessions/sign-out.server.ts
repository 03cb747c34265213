import { publishSessionEnded } from './session-events.server';
import { blankCookies, deleteSessionBySecret, readSecrets } from './sessions.server';

/** Ends the sessions of this Cookie header, if there are any, and returns the headers that clear their cookies. */
export async function signOut(
  cookieHeader: string | null | undefined,
  { secure }: { secure: boolean },
): Promise<{ setCookies: string[] }> {
  for (const secret of readSecrets(cookieHeader)) {
    const ended = await deleteSessionBySecret(secret);
    if (ended) await publishSessionEnded(ended);
  }
  return { setCookies: blankCookies(secure) };
}
