import type { PasskeysView } from '../passkeys/passkey';
import type { PasswordPolicy } from '../passwords/password-policy';
import type { SecurityEventsPage } from '../security-events/security-event';
import type { SessionView } from '../sessions/session';
import type { TwoFactorState } from '../two-factor/two-factor';

/** What the settings show of an account. */
export interface AccountView {
  email: string;
  firstName: string;
  lastName: string;
  policy: PasswordPolicy;
  hasPassword: boolean;
  /** How many accounts at issuers are linked; null where there are none, and none can be. */
  linkedAccounts: number | null;
  /** `chosen` is null if the browser's zone is used. */
  timeZones: { chosen: string | null; browser: string | null };
  sessions: SessionView[];
  twoFactor: TwoFactorState | null;
  passkeys: PasskeysView;
  events: SecurityEventsPage;
  photoUrl: string | null;
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** Pages load what they show of the account again. */
    account: null;
  }
}
