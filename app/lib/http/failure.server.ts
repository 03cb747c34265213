import { AppError, UNEXPECTED } from '../errors';
import { log } from '../log.server';

/** What a browser may know of a failure, and its status; anything unforeseen is logged and answered as 500. */
export function describeFailure(err: unknown): {
  status: number;
  error: string;
  fields?: Readonly<Record<string, string>>;
} {
  if (err instanceof AppError) {
    return { status: err.status, error: err.userMessage, fields: err.fields };
  }
  log.error({ err }, 'request failed');
  return { status: 500, error: UNEXPECTED };
}
