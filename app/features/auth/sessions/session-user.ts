/** The signed-in person, as every request knows them. */
export interface SessionUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  /** The browser's IANA zone when they last signed in. */
  timeZone: string | null;
}
