import { AppError } from '~/lib/errors';

/** A limit was reached. Its text says when to try again; `retryAfterSeconds` is for the Retry-After header. */
export class TooManyRequests extends AppError {
  readonly retryAfterSeconds: number;

  constructor(limit: string, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    super(
      'too-many-requests',
      `Too many attempts. Please wait ${inWords(seconds)} and try again.`,
      { log: `limit ${limit} reached` },
    );
    this.retryAfterSeconds = seconds;
  }
}

function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
