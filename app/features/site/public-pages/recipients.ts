/** A service outside this site, and what it gets. */
export interface Recipient {
  /** What it is for. */
  purpose: string;
  /** Its host, by which people know it. */
  host: string;
  receives: string;
}
