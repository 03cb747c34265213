import type { UserScope } from '~/lib/scope';

/** The signed-in person, as every request knows them. */
export interface SessionUser {
  id: UserScope;
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  /** The IANA zone that they chose, else the browser's when they last signed in. */
  timeZone: string | null;
  /** Another photo has another id; null: none. */
  pictureId: string | null;
}

export interface Session {
  user: SessionUser;
  /** The hash that names the session in the database and in rooms: no secret. */
  sessionId: string;
  /** When the password was last given in this session. */
  authenticatedAt: Date;
}

/**
 * Whether a cookie set by this answer may be Secure, that is, whether the browser spoke https. A proxy that ends TLS
 * may not say so: then the origin that the browser names itself (with a form) tells, or APP_URL when it is this host.
 * Where nothing tells, the cookie is not Secure: over plain http on a local network it would be dropped.
 */
export function isSecureRequest(request: Request, appUrl: string): boolean {
  const url = new URL(request.url);
  if (url.protocol === 'https:') return true;
  if (request.headers.get('origin')?.startsWith('https://')) return true;
  const app = new URL(appUrl);
  return app.protocol === 'https:' && app.hostname === url.hostname;
}
