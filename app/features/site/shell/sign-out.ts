import { useCallback, useEffect, useState } from 'react';

import { SIGN_OUT_FAILED } from '~/features/accounts';
import { toastError } from '~/ui/feedback/toast';

const SIGN_OUT = '/auth/logout';
const SIGNED_OUT = '/auth/login';

/** Ends the session on the server; false if that failed and the person is still signed in. */
export async function endSession(fetchImpl: typeof fetch = fetch): Promise<boolean> {
  try {
    // A redirect means success; following it would load the sign-in page twice.
    const response = await fetchImpl(SIGN_OUT, { method: 'POST', redirect: 'manual' });
    return response.type === 'opaqueredirect' || response.ok;
  } catch {
    // Without a network, the person sees the same message as after a refusal.
    return false;
  }
}

/** Removes drafts and other data of this person from the browser. */
function clearTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so there is nothing in it.
  }
}

let signingOut = false;

/** True from the click on, so that the end of the session isn't reported. */
export function isSigningOut(): boolean {
  return signingOut;
}

/** Signs out with a full page load, so that nothing of the account stays in memory. */
export function useSignOut(): { pending: boolean; signOut: () => void } {
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // The Back button may restore this page from the browser's memory after the session has ended.
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
        clearTab();
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
