/** How long after the password was given what is grave may be done without asking for it again. */
const RECENT_LOGIN_MS = 10 * 60_000;

/** True while the password was given a short time ago. What lies ahead was given while the clock was wrong. */
export function isRecentLogin(authenticatedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - authenticatedAt.getTime()) <= RECENT_LOGIN_MS;
}
