import { useEffect } from 'react';

import { useSessionEnd } from '~/features/accounts';
import { connectLive, disconnectLive, onEvent, onNotice } from '~/engine/events';
import { toastError } from '~/ui/feedback/toast';
import { useReload } from '~/ui/use-reload';
import { onSignedOut } from '~/http/client';

import { isSigningOut } from './sign-out';

/**
 * Connects the tab once the page is there and for as long as the shell is, shows notices, loads the shell's data
 * again when the account has changed, and leads to sign-in when the session has ended.
 */
export function useLiveSession(): void {
  const leave = useSessionEnd();
  const reload = useReload();

  useEffect(() => onEvent('account', reload), [reload]);

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
      leave();
    });
    return () => {
      forgetNotice();
      forgetSignedOut();
      disconnectLive();
    };
  }, [leave]);
}
