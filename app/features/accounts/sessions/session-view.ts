/** A place where someone is signed in, as they see it. */
export interface SessionView {
  id: string;
  /** Browser and system. */
  device: string;
  /** When they signed in there, in words. */
  firstSeen: string;
  lastUsed: string;
  /** The one that asks. */
  isThis: boolean;
}
