const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element's content or a quoted attribute. */
export function escapeHtml(text: string): string {
  // One expression with a callback takes twice as long on a long text of such characters.
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** As `escapeHtml`, but keeps character references such as `&copy;`. */
export function escapeProse(text: string): string {
  return text.replace(
    /[<>"']|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi,
    (character) => ENTITIES[character] ?? '',
  );
}
