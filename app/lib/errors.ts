import { formatDuration } from './format/durations';

/** What went wrong, in terms a caller can act on; each code has one HTTP status. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'out-of-tokens'
  | 'too-many-requests'
  | 'unavailable';

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  'out-of-tokens': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many-requests': 429,
  unavailable: 503,
};

/** An expected failure. `userMessage` is shown to the person as it is; `message` and `cause` are only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly userMessage: string;
  /** What is wrong with which field of a form, each in words for the person. */
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ErrorCode,
    userMessage: string,
    options?: { cause?: unknown; log?: string; fields?: Readonly<Record<string, string>> },
  ) {
    super(options?.log ?? userMessage, { cause: options?.cause });
    this.name = 'AppError';
    this.code = code;
    this.userMessage = userMessage;
    this.fields = options?.fields;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** What a person reads about an unexpected failure; its cause is in the log. */
export const UNEXPECTED = 'Something went wrong on our side. Try again in a moment.';

/** A limit was reached. Its text says when to try again; `retryAfterSeconds` is for the Retry-After header. */
export class TooManyRequests extends AppError {
  readonly retryAfterSeconds: number;

  constructor(limit: string, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    super(
      'too-many-requests',
      `Too many attempts. Please wait ${formatDuration(seconds, 'long', Math.ceil)} and try again.`,
      { log: `limit ${limit} reached` },
    );
    this.retryAfterSeconds = seconds;
  }
}
