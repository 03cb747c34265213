import { useCallback, useEffect, useState } from 'react';

import { SIGN_OUT_FAILED } from '~/features/accounts';
import { toastError } from '~/ui/feedback/toast';

const SIGN_OUT = '/auth/logout';
const SIGNED_OUT = '/auth/login';

/** Ends the session on the server. False when that failed and the person is still signed in. */
export async function endSession(fetchImpl: typeof fetch = fetch): Promise<boolean> {
  try {
    // The redirect is the success; following it would only fetch the sign-in page twice.
    const response = await fetchImpl(SIGN_OUT, { method: 'POST', redirect: 'manual' });
    return response.type === 'opaqueredirect' || response.ok;
  } catch {
    // No network: the same to the person as a refusal, and they are told so.
    return false;
  }
}

/** Drafts and the like are for this person's eyes. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden here, so there is nothing in it.
  }
}

let signingOut = false;

/** True from the press on: the session's end is then no news. */
export function isSigningOut(): boolean {
  return signingOut;
}

/** Signing out leaves by a full page load, so that nothing of the account stays in memory. */
export function useSignOut(): { pending: boolean; signOut: () => void } {
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // The Back button may bring this page back from the browser's memory, after the session has ended.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted && signingOut) window.location.reload();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  const signOut = useCallback(() => {
    if (signingOut) return;
    signingOut = true;
    setPending(true);
    void endSession().then((ended) => {
      if (ended) {
        forgetTab();
        window.location.assign(SIGNED_OUT);
        return;
      }
      signingOut = false;
      setPending(false);
      toastError(SIGN_OUT_FAILED);
    });
  }, []);
  return { pending, signOut };
}
