import type { PasswordPolicy } from '../passwords/password-policy';
import type { SessionView } from '../sessions/session-view';

/** What the settings show of someone's account. */
export interface AccountView {
  email: string;
  firstName: string;
  lastName: string;
  policy: PasswordPolicy;
  /** `chosen`: null where the browser's counts. */
  timeZones: { chosen: string | null; browser: string | null };
  sessions: SessionView[];
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** What pages show of the account is loaded again. */
    account: null;
  }
}
