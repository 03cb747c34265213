const SHORT = /^[A-Za-z][\w.-]{0,63}$|^\d{3,5}$/;
const MAX_DEPTH = 4;

/**
 * The names and codes of an error and its causes, such as `MailError timed-out ETIMEDOUT`. Never a message, which may quote
 * private data.
 */
export function causeOf(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  for (
    let depth = 0;
    depth < MAX_DEPTH && typeof current === 'object' && current !== null;
    depth += 1
  ) {
    const { name, code, detail, status, cause } = current as Record<string, unknown>;
    for (const part of [name, code, detail, status]) {
      const text = typeof part === 'number' ? String(part) : part;
      if (typeof text === 'string' && SHORT.test(text) && !parts.includes(text)) parts.push(text);
    }
    current = cause;
  }
  return parts.join(' ') || 'unknown';
}
