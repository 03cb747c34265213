/** `soft` failures are temporary, or not the address's fault. With the other two, email doesn't reach the address. */
export type FailureKind = 'hard' | 'complaint' | 'soft';

export const FAILURE_FILTERS = [
  { id: 'counting', label: 'Unreachable addresses' },
  { id: 'all', label: 'Every undelivered email' },
] as const;

export type FailureFilter = (typeof FAILURE_FILTERS)[number]['id'];

/** An email that didn't arrive. Times are in ISO 8601. */
export interface EmailFailureEntry {
  id: string;
  email: string;
  /** The user whose address it was; null if it wasn't a user's. */
  userId: string | null;
  kind: FailureKind;
  /** The service's code for it, such as HardBounce or 550. */
  reason: string;
  /** The service's explanation; '' if there is none. */
  detail: string;
  /** The email's subject, unless it opens an account; '' if unknown. */
  subject: string;
  happenedAt: string;
  clearedAt: string | null;
}

export interface EmailFailurePage {
  failures: EmailFailureEntry[];
  cursor: string | null;
}

/** Why email doesn't reach an address. */
export type Unreached = Exclude<FailureKind, 'soft'>;

/** How this site learns of emails that don't arrive. */
export interface FailureReporting {
  service: 'postmark' | 'smtp' | 'none';
  /** The URL for Postmark's webhook; null if its credentials aren't set. */
  webhook: string | null;
}
