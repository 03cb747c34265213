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
      {description.status !== undefined && (
        <p className="font-display text-6xl leading-none text-accent tabular-nums">
          {description.status}
        </p>
      )}
      <h1 className="mt-4 font-display text-3xl leading-tight font-semibold tracking-tight">
        {description.title}
      </h1>
      <p className="mt-3 text-muted">{description.text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {description.retry && <Button onClick={() => window.location.reload()}>Try again</Button>}
        {status === 401 ? (
          <Link to={`/auth/login?redirectTo=${back}`} className={buttonClass()}>
            Sign in
          </Link>
        ) : (
          <Link
            to="/"
            className={buttonClass({ variant: description.retry ? 'secondary' : 'primary' })}
          >
            To the start page
          </Link>
        )}
      </div>
    </div>
  );
}

export interface ErrorDescription {
  /** Absent if no server answered. */
  status?: number;
  title: string;
  text: string;
  /** Whether trying the same address again may help. */
  retry: boolean;
}

const BY_STATUS: Record<number, Omit<ErrorDescription, 'status'>> = {
  401: {
    title: 'Please sign in',
    text: 'This page needs you to be signed in. Sign in and open it again.',
    retry: false,
  },
  403: {
    title: 'Not for this account',
    text: 'You are signed in, but this page is not open to your account. If you think it should be, ask whoever runs this site.',
    retry: false,
  },
  404: {
    title: 'Page not found',
    text: 'There is nothing at this address. It may have been deleted, or the link may be incomplete.',
    retry: false,
  },
  429: {
    title: 'A little too fast',
    text: 'There were many requests in a short time. Wait a moment, then try again.',
    retry: true,
  },
};

const BAD_REQUEST = {
  title: 'That did not work',
  text: 'The address or what was sent with it could not be understood. Go back and try again.',
  retry: false,
};

const SERVER = {
  title: 'Something went wrong',
  text: 'This is a fault on our side, and it has been recorded. Please try again in a moment.',
  retry: true,
};

/** The server says what is unavailable. */
const AWAY = { ...SERVER, title: 'Back in a moment', text: 'Please try again in a moment.' };

const OFFLINE: ErrorDescription = {
  title: 'You are offline',
  text: 'The server could not be reached. Check your connection, then try again. Nothing that was saved is lost.',
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
  if (status === 503) return { status, ...AWAY, ...(sentence ? { text: String(sentence) } : {}) };
  return { status, ...(BY_STATUS[status] ?? (status < 500 ? BAD_REQUEST : SERVER)) };
}

/** The failed page's title, for `meta`, which also renders on the server. */
export function errorTitle(error: unknown): string {
  return describeError(isRouteErrorResponse(error) ? error.status : undefined, true).title;
}
