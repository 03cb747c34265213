// The browser's requests about the verification of the signed-in person's email address.
import type { Unreached } from '~/features/email';
import { client, refusalText, RequestRefused, requestAsVisitor } from '~/http/client';
import { UNEXPECTED } from '~/lib/errors';

import { PROVIDER_TEXTS } from '../texts';
import type { VerificationApi } from './routes/verification';

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
