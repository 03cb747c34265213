import { isRouteErrorResponse, Link, useLocation } from '@remix-run/react';

import { Button, buttonClass } from './button';
import { describeError } from './error-description';
import { useOnline } from './online';

/** A failed page's explanation and ways on, for an ErrorBoundary. It is the page's heading. */
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
