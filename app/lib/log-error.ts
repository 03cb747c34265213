/** The fields of an error that may be logged besides its message: names and numbers, never anyone's data. */
const FIELDS = [
  'code',
  'errno',
  'syscall',
  'status',
  'requestId',
  'retryable',
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
] as const;

/** A provider's short code is logged; PostgreSQL's `detail` is a sentence that quotes the row. */
const SHORT_CODE = /^[\w.-]{1,64}$/;
const MAX_MESSAGE = 1_000;
const MAX_CAUSE_DEPTH = 4;
const MAX_PARTS = 5;

/** Messages that quote the value they are about. */
const QUOTING: readonly [RegExp, string][] = [
  // PostgreSQL, also within Prisma's messages.
  [/(invalid input (?:syntax|value) for )([^:]*):.*/s, '$1$2'],
  [/("[^"]*"|value) (is out of range for type [\w ]+)/g, 'a value $2'],
  // JSON.parse
  [/^.*\bJSON\b.*/s, 'not valid JSON'],
];

export interface LoggedError {
  type: string;
  message?: string;
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
  [field: string]: unknown;
}

/**
 * An error for the log: its type and location, without the values that libraries attach to it (rows, requests,
 * connections) or quote in its message.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  // Anything can be thrown, such as a Response; a string may be what someone typed.
  if (!(error instanceof Error)) {
    const { status } = (error ?? {}) as { status?: unknown };
    return { type: kindOf(error), ...(typeof status === 'number' ? { status } : {}) };
  }
  const logged: LoggedError = { type: kindOf(error), message: messageOf(error) };
  const fields = error as unknown as Record<string, unknown>;
  for (const field of FIELDS) if (isPlain(fields[field])) logged[field] = fields[field];
  const { detail } = fields;
  if (typeof detail === 'string' && SHORT_CODE.test(detail)) logged.detail = detail;
  logged.stack = framesOf(error);
  if (depth < MAX_CAUSE_DEPTH) {
    if (error.cause !== undefined) logged.cause = loggedError(error.cause, depth + 1);
    if (error instanceof AggregateError) {
      logged.errors = error.errors.slice(0, MAX_PARTS).map((part) => loggedError(part, depth + 1));
    }
  }
  return logged;
}

function kindOf(error: unknown): string {
  if (error instanceof Error && error.name !== 'Error') return error.name;
  return (error as object | null | undefined)?.constructor?.name ?? String(error);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
}

function messageOf({ name, message }: Error): string {
  message = message.slice(0, MAX_MESSAGE);
  for (const [pattern, instead] of QUOTING) {
    if (name === 'SyntaxError' || instead !== 'not valid JSON') {
      message = message.replace(pattern, instead);
    }
  }
  return message;
}

/** The stack frames alone: a stack begins with the message, however many lines that has. */
function framesOf({ stack, message }: Error): string {
  const places = stack?.includes(message)
    ? stack.slice(stack.indexOf(message) + message.length)
    : stack;
  return (places ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
