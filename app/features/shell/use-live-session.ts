import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

import { NOT_AUTHENTICATED, signInPath } from '~/features/auth';
import { connectLive, disconnectLive, onNotice, onSignedOut } from '~/realtime';
import { toastError } from '~/ui/toast';

import { isSigningOut } from './sign-out';

/**
 * Connects the tab once the page is there and for as long as the shell is, shows notices, and leads to sign-in when the
 * session has ended.
 */
export function useLiveSession(): void {
  const navigate = useNavigate();

  useEffect(() => {
    connectLive().catch(() => {
      // Its code could not be loaded: pages still work, they only learn of changes when they load.
    });
    const forgetNotice = onNotice(toastError);
    let leaving = false;
    const forgetSignedOut = onSignedOut(() => {
      // Told twice (by the server, and by the refusal to connect again), or signing out right here.
      if (leaving || isSigningOut()) return;
      leaving = true;
      const { pathname, search } = window.location;
      toastError(NOT_AUTHENTICATED);
      navigate(signInPath(pathname + search));
    });
    return () => {
      forgetNotice();
      forgetSignedOut();
      disconnectLive();
    };
  }, [navigate]);
}
