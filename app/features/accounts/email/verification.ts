// How a page in the browser asks about the signed-in person's verification.
import type { Unreached } from '~/features/email';
import { UNEXPECTED } from '~/lib/errors';

import { PROVIDER_TEXTS } from '../texts';

const ADDRESS = '/api/account/verification';

export type Resent = { ok: true; text: string } | { ok: false; text: string };

/** Asks for another link; tells in words for the person what came of it. */
export async function resendVerification(fetchImpl: typeof fetch = fetch): Promise<Resent> {
  let response: Response;
  try {
    response = await fetchImpl(ADDRESS, { method: 'POST' });
  } catch {
    // What fetch throws when no answer came at all.
    return { ok: false, text: PROVIDER_TEXTS['network-request-failed'] };
  }
  const answer = await bodyOf(response);
  if (response.ok) return { ok: true, text: String(answer.sent) };
  return { ok: false, text: typeof answer.error === 'string' ? answer.error : UNEXPECTED };
}

async function bodyOf(response: Response): Promise<{ sent?: unknown; error?: unknown }> {
  try {
    return (await response.json()) as { sent?: unknown; error?: unknown };
  } catch {
    // Not by this app: a proxy in front.
    return {};
  }
}

/** How it stands: whether the e-mail is verified, and if not, why mail does not reach it, as far as is known. */
export interface VerificationState {
  verified: boolean;
  unreached: Unreached | null;
}

/**
 * True when the page says what holds no more: the e-mail is verified, the session over, or it is known now, or no more,
 * that mail does not reach the address.
 */
export async function waitIsOver(
  shown: Unreached | null,
  fetchImpl: typeof fetch = fetch,
): Promise<boolean> {
  try {
    const response = await fetchImpl(ADDRESS);
    if (response.status === 401) return true;
    if (!response.ok) return false;
    const { verified, unreached } = (await response.json()) as Partial<VerificationState>;
    return verified === true || (unreached ?? null) !== shown;
  } catch {
    // No answer, no news.
    return false;
  }
}
