import { isRouteErrorResponse } from '@remix-run/react';

import { describeError } from './error-description';

/** The document's title: the page first, because tabs and screen readers show the beginning. */
export function pageTitle(page: string): string {
  return `${page} · Brandwright`;
}

/** The page's name when it failed, for `meta`, which renders on the server as well. */
export function errorTitle(error: unknown): string {
  return describeError(isRouteErrorResponse(error) ? error.status : undefined, true).title;
}
