import { AppError, UNEXPECTED } from '../errors';
import { log } from '../log.server';

/** What a browser may know of a failure, and its status; the log gets the cause of what is not the browser's doing. */
export function describeFailure(err: unknown): {
  status: number;
  error: string;
  fields?: Readonly<Record<string, string>>;
} {
  if (err instanceof AppError) {
    logCause(err);
    return { status: err.status, error: err.userMessage, fields: err.fields };
  }
  log.error({ err }, 'request failed');
  return { status: 500, error: UNEXPECTED };
}

/** Of a failure on our side that was foreseen. Its own words stay out of the log: they may name a person's file. */
export function logCause({ status, code, cause }: AppError): void {
  if (status >= 500 && cause !== undefined) log.error({ err: cause, code }, 'request failed');
}
