import { hasClientLeft } from '~/lib/log-context.server';
import { AppError, UNEXPECTED } from '~/lib/errors';
import { log } from '~/lib/log.server';
import { noteOutage, OUTAGE_TEXTS, RETRY_AFTER_SECONDS } from '~/lib/outage.server';

import { TooManyRequests } from '../lib/errors';

interface Failure {
  status: number;
  error: string;
  fields?: Readonly<Record<string, string>>;
  /** Seconds until a retry makes sense, if known. */
  retryAfter?: number;
}

/** What a browser may know of a failure, and its status; the log gets the cause unless the browser caused it. */
export function describeFailure(err: unknown): Failure {
  const outage = describeOutage(err);
  if (outage) return outage;
  if (err instanceof AppError) {
    logCause(err);
    const retryAfter = err instanceof TooManyRequests ? err.retryAfterSeconds : undefined;
    return { status: err.status, error: err.userMessage, fields: err.fields, retryAfter };
  }
  logFailure({ err });
  return { status: 500, error: UNEXPECTED };
}

/** The answer to a database outage or a full disk, which no part of the app can do anything about; otherwise null. */
function describeOutage(err: unknown): Failure | null {
  const isApps = err instanceof AppError;
  if (isApps && err.status < 500) return null;
  const outage = noteOutage(err);
  if (!outage) return null;
  logFailure({ err: isApps ? err.cause : err, outage });
  return { status: 503, error: OUTAGE_TEXTS[outage], retryAfter: RETRY_AFTER_SECONDS };
}

/** A failure's Retry-After header, if it has one. */
export function retryHeader({ retryAfter }: Pick<Failure, 'retryAfter'>): Record<string, string> {
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
}

/** A page's failure as Remix expects it: the thrown response becomes the error page. */
export function outageResponse(err: unknown, kind: 'page' | 'json'): Response | null {
  const outage = describeOutage(err);
  if (!outage) return null;
  const { status, error } = outage;
  return kind === 'json' ? Response.json({ error }, { status }) : new Response(error, { status });
}

/** For a page's loader: an expected failure becomes the response that the error page is made from. */
export async function orThrowResponse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) {
      logCause(error);
      throw new Response(error.userMessage, { status: error.status });
    }
    throw error;
  }
}

/**
 * Logs an expected failure on our side. Its own text stays out of the log, because it may contain the name of a
 * person's file.
 */
function logCause({ status, code, cause }: AppError): void {
  if (status >= 500 && cause !== undefined) logFailure({ err: cause, code });
}

function logFailure(about: { err: unknown; code?: string; outage?: string }): void {
  if (hasClientLeft() || hasLeft(about.err)) {
    log.info(about, 'a request ended early: its client left');
  } else log.error(about, 'request failed');
}

/** A client that disconnects during its request is not an error of ours. */
export function hasLeft(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  const { name, message, code } = err as Error & { code?: unknown };
  return name === 'AbortError' || (message === 'aborted' && code === 'ECONNRESET');
}
