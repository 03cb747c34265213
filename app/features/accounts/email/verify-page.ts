import type { Unreached } from '~/features/email';

/** What /auth/verify shows. */
export type VerifyPage =
  /** A link was opened, which changes nothing yet. */
  | {
      state: 'confirm';
      kind: 'verify' | 'change';
      email: string;
      /** The account that is signed in here, if the link belongs to another one. */
      otherAccount: string | null;
      /** Confirming takes the password of the link's account. */
      password: boolean;
    }
  /** The link doesn't work; `text` says why. */
  | { state: 'refused'; text: string; resend: boolean }
  /** Signed in, and the link hasn't been used yet. */
  | {
      state: 'waiting';
      email: string;
      gate: boolean;
      next: string;
      /** Why the link hasn't reached the address, if that is known. */
      unreached: Unreached | null;
    }
  | { state: 'verified'; email: string }
  | { state: 'visitor' };

/** The result of pressing a button on this page. */
export type VerifyOutcome =
  | { state: 'done'; text: string; next: { label: string; to: string } }
  | { state: 'refused'; text: string; resend: boolean }
  | { state: 'sent'; text: string }
  | { state: 'failed'; text: string };
