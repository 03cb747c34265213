export const USER_FILTERS = [
  { id: 'all', label: 'Everyone' },
  { id: 'admins', label: 'Admins' },
  { id: 'unverified', label: 'Email not confirmed' },
  { id: 'unreached', label: 'Unreachable by email' },
  { id: 'deleting', label: 'Deletion requested' },
  { id: 'disabled', label: 'Disabled' },
  { id: 'trialing', label: 'On trial' },
  { id: 'subscribed', label: 'Subscribed' },
] as const;

export type UserFilter = (typeof USER_FILTERS)[number]['id'];

/** A row of the list. Times are ISO 8601. */
export interface UserEntry {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  /** Email to their address bounces. */
  unreached: boolean;
  /** They requested the deletion of the account. */
  deleting: boolean;
  disabled: boolean;
  subscriptionStatus: string;
  createdAt: string;
  /** When one of their sessions was last used; null if they never signed in. */
  lastSeenAt: string | null;
}

export interface UserPage {
  users: UserEntry[];
  cursor: string | null;
}

/** How much a user has. Figures only: an admin reads no one's texts. */
export interface UserCounts {
  conversations: number;
  messages: number;
  savedContents: number;
  profiles: number;
  mediaItems: number;
  sessions: number;
  storedBytes: number;
}

/** An admin's page about a user. */
export interface UserDetails extends UserEntry {
  timeZone: string | null;
  twoFactor: boolean;
  /** How many. */
  passkeys: number;
  subscriptionName: string | null;
  tokens: {
    trial: number;
    allowance: number;
    balance: number;
    trialEndsAt: string | null;
    allowanceEndsAt: string | null;
    totalUsed: number;
    lastUse: string | null;
  };
  /** Their monthly allowance; null unless METERING=allowance. */
  tokensAMonth: number | null;
  counts: UserCounts;
  /** Their request, with formatted days; `dueOn` is null if it is only recorded. */
  deletion: { requestedOn: string; dueOn: string | null } | null;
  /** The most recently used first. */
  sessions: { device: string; firstSeen: string; lastUsed: string }[];
  /** The tokens used in the last thirty days, by kind of use. */
  usage: { name: string; tokens: number }[];
  ledger: LedgerPart;
  acts: ActView[];
}

/** A page of their ledger, newest first. */
export interface LedgerPart {
  entries: { id: string; at: string; text: string; change: string }[];
  /** Where the next page begins; null on the last one. */
  cursor: string | null;
  /** It isn't the first page. */
  isLater: boolean;
}

/** An act in the audit log. */
export interface ActView {
  id: string;
  action: string;
  /** Email; null for a command on the server, or if the account is gone. */
  actor: string | null;
  /** Email; null if the account is gone, or the act is about none. */
  target: string | null;
  targetId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  createdAt: string;
}
