const AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi;

/** Escapes text for an element's content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return escapeMarks(text.replaceAll('&', '&amp;'));
}

/** As `escapeHtml`, but keeps character references such as `&copy;`. */
export function escapeProse(text: string): string {
  return escapeMarks(text.replace(AMPERSAND, '&amp;'));
}

function escapeMarks(text: string): string {
  // One regular expression with a callback takes twice as long when nearly every character is escaped.
  return text
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
