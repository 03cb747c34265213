import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { useSessionEnd } from '~/features/accounts';
import { connectLive, disconnectLive, onEvent, onNotice, onOutdated } from '~/engine/events';
import { toastError } from '~/ui/feedback/toast';
import { useReload } from '~/ui/use-reload';
import { OUTDATED } from '~/http/build-id';
import { onSignedOut } from '~/http/client';

import { isSigningOut } from './sign-out';

/**
 * Keeps a live connection while the shell is mounted: shows notices, reloads the shell's data when the account has changed,
 * and leads to sign-in when the session has ended.
 */
export function useLiveSession(): void {
  const leave = useSessionEnd();
  const reload = useReload();

  useEffect(() => onEvent('account', reload), [reload]);

  useEffect(() => {
    connectLive().catch(() => {
      // Its code couldn't be loaded: pages still work, but show changes only when they load.
    });
    const stopNotices = onNotice(toastError);
    const stopOutdated = onOutdated(() =>
      toastError(OUTDATED, { label: 'Reload', run: () => window.location.reload() }),
    );
    let leaving = false;
    const stopSignedOut = onSignedOut(() => {
      // It arrives twice (from the server, and when reconnecting is refused), or the person is signing out here.
      if (leaving || isSigningOut()) return;
      leaving = true;
      leave();
    });
    return () => {
      stopNotices();
      stopOutdated();
      stopSignedOut();
      disconnectLive();
    };
  }, [leave]);
}

/** Reloads the shell's data when an AI was connected or removed, even before this tab was connected. */
export function useDemoChanges(demo: boolean): void {
  const reload = useReload();
  useEffect(
    () =>
      onEvent('demo', (now) => {
        if (now !== demo) reload();
      }),
    [demo, reload],
  );
}

type Check = 'none' | 'requested' | 'running';

/**
 * True while a page that the Back button restored from the browser's memory checks its session, which may have ended in
 * the meantime: then the person at this browser must not see the page. Reloading its data checks that, and leads to
 * sign-in.
 */
export function useSessionCheck(): boolean {
  const { revalidate, state } = useRevalidator();
  const [check, setCheck] = useState<Check>('none');
  if (check === 'requested' && state === 'loading') setCheck('running');
  if (check === 'running' && state === 'idle') setCheck('none');

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      // Without a network, it can't be checked, and the page is better than an error.
      if (!event.persisted || !navigator.onLine) return;
      setCheck('requested');
      revalidate();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [revalidate]);

  return check !== 'none';
}
