import { inDatabase } from './database.ts';

/** Ends all sessions of a person on the server, unnoticed by their tabs. */
export async function endSessions(email: string): Promise<void> {
  await inDatabase(
    'DELETE FROM sessions USING users WHERE users.id = sessions.user_id AND users.email = $1',
    [email],
  );
}

/** Makes a person's login too old for what needs a recent one. */
export async function ageSessions(email: string): Promise<void> {
  await inDatabase(
    `UPDATE sessions SET authenticated_at = now() - interval '11 minutes'
       FROM users WHERE users.id = sessions.user_id AND users.email = $1`,
    [email],
  );
}

/** Ends the session of these cookies, as signing out on another device does. */
export async function signOutElsewhere(
  baseURL: string | undefined,
  cookies: { name: string; value: string }[],
): Promise<void> {
  if (baseURL === undefined) throw new Error('the app was not started');
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await fetch(`${baseURL}/auth/logout`, {
    method: 'POST',
    headers: { cookie, origin: baseURL },
    redirect: 'manual',
  });
}
