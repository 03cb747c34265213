/** What an admin can narrow the list of users to. */
export const USER_FILTERS = [
  { id: 'all', label: 'Everybody' },
  { id: 'admins', label: 'Admins' },
  { id: 'unverified', label: 'Email not confirmed' },
  { id: 'unreached', label: 'Mail does not reach them' },
  { id: 'deleting', label: 'Asked for deletion' },
  { id: 'disabled', label: 'Disabled' },
  { id: 'trialing', label: 'In their trial' },
  { id: 'subscribed', label: 'With a subscription' },
] as const;

export type UserFilter = (typeof USER_FILTERS)[number]['id'];

/** One line of the list. Times are ISO 8601. */
export interface UserEntry {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  /** Email to their address does not arrive. */
  unreached: boolean;
  /** They asked to have the account deleted. */
  deleting: boolean;
  disabled: boolean;
  subscriptionStatus: string;
  createdAt: string;
  /** When a session of theirs was last used; null: none is open. */
  lastSeenAt: string | null;
}

export interface UserPage {
  users: UserEntry[];
  cursor: string | null;
}

/** How much someone has here. Numbers only: an admin reads no one's texts. */
export interface UserCounts {
  conversations: number;
  messages: number;
  savedContents: number;
  profiles: number;
  mediaItems: number;
  sessions: number;
  storedBytes: number;
}

export interface UserTokens {
  trial: number;
  allowance: number;
  balance: number;
  trialEndsAt: string | null;
  allowanceEndsAt: string | null;
  totalUsed: number;
  lastUse: string | null;
}

/** What an admin's page shows of someone. */
export interface UserDetails extends UserEntry {
  timeZone: string | null;
  twoFactor: boolean;
  subscriptionName: string | null;
  tokens: UserTokens;
  /** What they get each month; null where no one gets any. */
  tokensAMonth: number | null;
  counts: UserCounts;
  /** Their request, its days in words; `dueOn` null: it is only recorded. */
  deletion: { requestedOn: string; dueOn: string | null } | null;
  /** Where they are signed in, those used last first. */
  sessions: { device: string; firstSeen: string; lastUsed: string }[];
  /** What they used in thirty days, by kind. */
  usage: { name: string; tokens: number }[];
  ledger: LedgerPart;
  acts: ActView[];
}

/** What their tokens came and went for, the latest first. */
export interface LedgerPart {
  entries: { id: string; at: string; text: string; change: string }[];
  /** Where it goes on; null: nowhere. */
  cursor: string | null;
  /** It is not the beginning. */
  isLater: boolean;
}

/** A line of the audit log. */
export interface ActView {
  id: string;
  action: string;
  /** Emails; null for a command on the server, or for an account that is gone. */
  actor: string | null;
  target: string | null;
  targetId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  createdAt: string;
}
