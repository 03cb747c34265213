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
