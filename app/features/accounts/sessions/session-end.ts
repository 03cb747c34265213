import { isRouteErrorResponse, useNavigate } from '@remix-run/react';
import { useCallback, useEffect } from 'react';

import { SignedOut } from '~/http/client';
import { toastError } from '~/ui/feedback/toast';

import { signInPath } from '../forms/redirect-target';
import { NOT_AUTHENTICATED } from '../texts';

/** What a page does when it learns that the session has ended: it says so and leads to sign-in, which leads back. */
export function useSessionEnd(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const { pathname, search } = window.location;
    // It may learn that twice, and be on the way already.
    if (pathname.startsWith('/auth/')) return;
    toastError(NOT_AUTHENTICATED);
    navigate(signInPath(pathname + search));
  }, [navigate]);
}

/** The same for an error boundary, if the error is an action's answer that the session has ended. */
export function useSessionEndError(error: unknown): void {
  const leave = useSessionEnd();
  const ended = isRouteErrorResponse(error) && error.status === 401;
  useEffect(() => {
    if (ended) leave();
  }, [ended, leave]);
}

/** Shows `text` when a request failed, unless it failed because the session has ended. */
export function showFailure(error: unknown, text: string): void {
  if (!(error instanceof SignedOut)) toastError(text);
}
