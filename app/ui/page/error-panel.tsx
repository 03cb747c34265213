import { isRouteErrorResponse, Link, useLocation } from '@remix-run/react';

import { Button, buttonClass } from '../button';
import { useOnline } from '../online';

/** Explains why a page failed and how to proceed, for an ErrorBoundary. It's the page's heading. */
export function ErrorPanel({ error }: { error: unknown }) {
  const response = isRouteErrorResponse(error) ? error : undefined;
  const status = response?.status;
  const description = describeError(status, useOnline(), response?.data);
  const { pathname, search } = useLocation();
  const back = encodeURIComponent(pathname + search);
  return (
    <div className="m-auto w-full max-w-lg px-6 py-16">
      <h1 className="font-display text-3xl font-semibold tracking-tight">{description.title}</h1>
      <p className="mt-3 text-muted">{description.text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {description.retry && (
          <Button onClick={() => window.location.reload()}>
            {status === 409 ? 'Reload' : 'Try again'}
          </Button>
        )}
        {status === 401 ? (
          <Link to={`/auth/login?redirectTo=${back}`} className={buttonClass()}>
            Sign in
          </Link>
        ) : (
          <Link
            to="/"
            className={buttonClass({ variant: description.retry ? 'secondary' : 'primary' })}
          >
            Go to the start page
          </Link>
        )}
      </div>
    </div>
  );
}

export interface ErrorDescription {
  title: string;
  text: string;
  /** Whether trying the same address again may help. */
  retry: boolean;
}

const BY_STATUS: Record<number, ErrorDescription> = {
  401: {
    title: 'Sign in to continue',
    text: 'You need to be signed in to see this page. We’ll bring you right back.',
    retry: false,
  },
  403: {
    title: 'You don’t have access',
    text: 'Your account can’t open this page. If you think it should, ask your admin.',
    retry: false,
  },
  404: {
    title: 'Page not found',
    text: 'There’s nothing at this address. It may have been deleted, or part of the link is missing.',
    retry: false,
  },
  409: {
    title: 'This page is out of date',
    text: 'Brandwright was updated. Reload the page to continue.',
    retry: true,
  },
  429: {
    title: 'Too many requests',
    text: 'That was a lot in a short time. Wait a minute, then try again.',
    retry: true,
  },
};

const BAD_REQUEST: ErrorDescription = {
  title: 'That didn’t work',
  text: 'We couldn’t make sense of this request. Go back and try again.',
  retry: false,
};

const SERVER: ErrorDescription = {
  title: 'Something went wrong',
  text: 'It’s on us, and we’ve logged it. Anything you saved is safe. Try again in a minute.',
  retry: true,
};

/** The server says what is unavailable. */
const AWAY = { ...SERVER, title: 'Back in a moment', text: 'Try again in a minute.' };

const OFFLINE: ErrorDescription = {
  title: 'You’re offline',
  text: 'We can’t reach the server. Check your connection and try again. Anything you saved is safe.',
  retry: true,
};

/**
 * What a person reads about a failed page. Nothing in it comes from an error, which is for the log only; `sentence` is
 * the text of a thrown response, which is used if the server knows better what to do.
 */
export function describeError(
  status: number | undefined,
  online: boolean,
  sentence?: unknown,
): ErrorDescription {
  if (status === undefined) return online ? SERVER : OFFLINE;
  if (status === 503) return { ...AWAY, ...(sentence ? { text: String(sentence) } : {}) };
  return BY_STATUS[status] ?? (status < 500 ? BAD_REQUEST : SERVER);
}

/** The failed page's title, for `meta`, which also renders on the server. */
export function errorTitle(error: unknown): string {
  return describeError(isRouteErrorResponse(error) ? error.status : undefined, true).title;
}
