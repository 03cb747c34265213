import { isRouteErrorResponse, useNavigate } from '@remix-run/react';
import { useCallback, useEffect } from 'react';

import { toastError } from '~/ui/feedback/toast';

import { NOT_AUTHENTICATED } from '../texts';
import { signInPath } from '../forms/redirect-target';

/** What a page does that learns that the session is over: it says so and leads to sign-in, which leads back. */
export function useSessionEnd(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const { pathname, search } = window.location;
    // Told twice, and on the way already.
    if (pathname.startsWith('/auth/')) return;
    toastError(NOT_AUTHENTICATED);
    navigate(signInPath(pathname + search));
  }, [navigate]);
}

/** For an error boundary: an action was answered that the session is over. */
export function useSessionEndError(error: unknown): void {
  const leave = useSessionEnd();
  const ended = isRouteErrorResponse(error) && error.status === 401;
  useEffect(() => {
    if (ended) leave();
  }, [ended, leave]);
}
