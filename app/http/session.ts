import type { UserScope } from '~/lib/scope';

/** The signed-in person, as every request knows them. */
export interface SessionUser {
  id: UserScope;
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  /** They must have a second factor, and have none: nothing opens to them until they set one up. */
  lacksSecondFactor: boolean;
  /** The IANA time zone that they chose, or the browser's at their last sign-in. */
  timeZone: string | null;
  /** Changes with the photo; null if there is none. */
  pictureId: string | null;
}

export interface Session {
  user: SessionUser;
  /** The hash that names the session in the database and in rooms; not a secret. */
  sessionId: string;
  /** When the person last showed in this session who they are, by their password, a passkey, or an issuer. */
  authenticatedAt: Date;
}

/**
 * Whether a cookie set by this answer may be Secure, that is, whether the browser used https. A proxy that terminates
 * TLS may not say so: then the Origin header that a browser sends with a form decides, or APP_URL if it has this host.
 * If nothing decides, the cookie is not Secure: over plain http on a local network a browser would drop it.
 */
export function isSecureRequest(request: Request, appUrl: string): boolean {
  const url = new URL(request.url);
  if (url.protocol === 'https:') return true;
  if (request.headers.get('origin')?.startsWith('https://')) return true;
  const app = new URL(appUrl);
  return app.protocol === 'https:' && app.hostname === url.hostname;
}
