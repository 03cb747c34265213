import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

import { NOT_AUTHENTICATED, signInPath } from '~/features/auth';
import { connectLive, onNotice, onSignedOut } from '~/realtime';
import { toastError } from '~/ui/toast';

import { isSigningOut } from './sign-out';

/** Connects the tab once the page is there, shows notices, and leads to sign-in when the session has ended. */
export function useLiveSession(): void {
  const navigate = useNavigate();

  useEffect(() => {
    connectLive().catch(() => {
      // Its code could not be loaded: pages still work, they only learn of changes when they load.
    });
    const forgetNotice = onNotice(toastError);
    const forgetSignedOut = onSignedOut(() => {
      const { pathname, search } = window.location;
      // On the way out already: the person signs out here, or an earlier call said so.
      if (isSigningOut() || pathname.startsWith('/auth/')) return;
      toastError(NOT_AUTHENTICATED);
      navigate(signInPath(pathname + search));
    });
    return () => {
      forgetNotice();
      forgetSignedOut();
    };
  }, [navigate]);
}
