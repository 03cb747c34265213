/** `soft`: for the time being, or not for the address's sake. The other two: email does not reach the address. */
export type FailureKind = 'hard' | 'complaint' | 'soft';

/** What an admin can narrow the list to. */
export const FAILURE_FILTERS = [
  { id: 'counting', label: 'Addresses that mail does not reach' },
  { id: 'all', label: 'Every mail that did not arrive' },
] as const;

export type FailureFilter = (typeof FAILURE_FILTERS)[number]['id'];

/** An email that did not arrive. Times are ISO 8601. */
export interface EmailFailureEntry {
  id: string;
  email: string;
  /** Whose address it was; null for others. */
  userId: string | null;
  kind: FailureKind;
  /** The service's word or number, such as HardBounce or 550. */
  reason: string;
  /** '' for nothing. */
  detail: string;
  /** Of the email, without what opens an account; '' where it is not known. */
  subject: string;
  happenedAt: string;
  clearedAt: string | null;
}

export interface EmailFailurePage {
  failures: EmailFailureEntry[];
  cursor: string | null;
}

/** Why email does not reach someone. */
export type Unreached = Exclude<FailureKind, 'soft'>;

/** How this site hears of emails that do not arrive. */
export interface FailureReporting {
  service: 'postmark' | 'smtp' | 'none';
  /** Where Postmark is to tell; null where its credentials are not set. */
  webhook: string | null;
}
