import { EmailError } from './email';

/** A connection that failed, by the errno code at the end of the chain of causes. */
export function networkError(error: unknown): EmailError {
  const code = networkCode(error);
  const { name } = error as { name?: unknown };
  const timedOut = name === 'TimeoutError' || (code !== undefined && /TIMEDOUT|TIMEOUT/.test(code));
  return new EmailError(timedOut ? 'timed-out' : 'unreachable', code);
}

function networkCode(error: unknown): string | undefined {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) return code;
  return cause instanceof Error ? networkCode(cause) : undefined;
}
