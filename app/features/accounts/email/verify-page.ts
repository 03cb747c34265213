import type { Unreached } from '~/features/email';

/** What /auth/verify is about at the moment. */
export type VerifyPage =
  /** A link was opened; nothing has changed yet. */
  | {
      state: 'confirm';
      kind: 'verify' | 'change';
      email: string;
      /** The account that is signed in here, when the link belongs to another. */
      otherAccount: string | null;
      /** Confirming takes the password of the link's account. */
      password: boolean;
    }
  /** The link is of no use; `text` says why. */
  | { state: 'refused'; text: string; resend: boolean }
  /** Signed in, and the link still unused. */
  | {
      state: 'waiting';
      email: string;
      gate: boolean;
      next: string;
      /** Why the link has not reached the address, where that is known. */
      unreached: Unreached | null;
    }
  | { state: 'verified'; email: string }
  | { state: 'visitor' };

/** What a press on this page came to. */
export type VerifyOutcome =
  | { state: 'done'; text: string; next: { label: string; to: string } }
  | { state: 'refused'; text: string; resend: boolean }
  | { state: 'sent'; text: string }
  | { state: 'failed'; text: string };
