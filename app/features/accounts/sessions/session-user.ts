/** The signed-in person, as every request knows them. */
export interface SessionUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  /** The IANA zone that they chose, else the browser's when they last signed in. */
  timeZone: string | null;
  /** Another picture has another id; null: none. */
  pictureId: string | null;
}
