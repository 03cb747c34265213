// How a page in the browser asks about the signed-in person's verification.
import type { Unreached } from '~/features/email';
import { client, refusalText, RequestRefused, requestAsVisitor } from '~/http/client';
import { UNEXPECTED } from '~/lib/errors';

import { PROVIDER_TEXTS } from '../texts';
import type { VerificationApi } from './routes/verification';

// The pages that ask have words of their own for a session that has ended.
const api = client<VerificationApi>(requestAsVisitor);

export type Resent = { ok: true; text: string } | { ok: false; text: string };

/** Asks for another link; tells in words for the person what came of it. */
export async function resendVerification(): Promise<Resent> {
  try {
    const { sent } = await api.post('/api/account/verification');
    return { ok: true, text: sent };
  } catch (error) {
    // What fetch throws when no answer came at all.
    const unreached = error instanceof TypeError;
    const otherwise = unreached ? PROVIDER_TEXTS['network-request-failed'] : UNEXPECTED;
    return { ok: false, text: refusalText(error, otherwise) };
  }
}

/**
 * True when the page says what holds no more: the email is verified, the session over, or it is known now, or no more,
 * that email does not reach the address.
 */
export async function waitIsOver(shown: Unreached | null): Promise<boolean> {
  try {
    const { verified, unreached } = await api.get('/api/account/verification');
    return verified || unreached !== shown;
  } catch (error) {
    // No answer, no news.
    return error instanceof RequestRefused && error.status === 401;
  }
}
