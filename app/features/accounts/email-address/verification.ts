import type { Unreached } from '~/features/email';
import { client, refusalText, RequestRefused, requestAsVisitor } from '~/http/client';
import { UNEXPECTED } from '~/lib/errors';

import { PROVIDER_TEXTS } from '../texts';
import type { VerificationApi } from './routes/verification';

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
  | { state: 'refused'; text: string; resend: boolean; signedIn: boolean }
  /** Signed in, and the link hasn't been used yet. */
  | {
      state: 'waiting';
      email: string;
      gate: boolean;
      next: string;
      /** False without an email service: then no link was sent. */
      isSent: boolean;
      /** Why the link hasn't reached the address, if that is known. */
      unreached: Unreached | null;
    }
  | { state: 'verified'; email: string }
  | { state: 'visitor' };

/** The result of pressing a button on this page. */
export type VerifyOutcome =
  | { state: 'done'; text: string; next: { label: string; to: string } }
  | { state: 'refused'; text: string; resend: boolean; signedIn: boolean }
  | { state: 'sent'; text: string }
  | { state: 'failed'; text: string };

// These pages have their own words for a session that has ended.
const api = client<VerificationApi>(requestAsVisitor);

export type Resent = { ok: true; text: string } | { ok: false; text: string };

/** Requests another link; `text` tells the person the result. */
export async function resendVerification(): Promise<Resent> {
  try {
    const { sent } = await api.post('/api/account/verification');
    return { ok: true, text: sent };
  } catch (error) {
    // fetch throws this if there was no response at all.
    const unreached = error instanceof TypeError;
    const otherwise = unreached ? PROVIDER_TEXTS['network-request-failed'] : UNEXPECTED;
    return { ok: false, text: refusalText(error, otherwise) };
  }
}

/**
 * Whether the page is out of date: the address is verified, the session has ended, or whether email reaches the address is
 * no longer what the page shows.
 */
export async function waitIsOver(shown: Unreached | null): Promise<boolean> {
  try {
    const { verified, unreached } = await api.get('/api/account/verification');
    return verified || unreached !== shown;
  } catch (error) {
    // Without a response there is nothing new to show.
    return error instanceof RequestRefused && error.status === 401;
  }
}
