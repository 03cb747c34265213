const SHORT = /^[A-Za-z][\w.-]{0,63}$|^\d{3,5}$/;
const DEEPEST = 4;

/** Names and codes of an error and of its causes, such as `MailError timed-out ETIMEDOUT`: never a message, which may quote someone's values. */
export function causeOf(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  for (
    let depth = 0;
    depth < DEEPEST && typeof current === 'object' && current !== null;
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
