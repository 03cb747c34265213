/**
 * Replaces everything that UTF-8 and PostgreSQL text can't store (lone surrogates, NUL) by U+FFFD. The length stays the
 * same.
 */
export function replaceUnstorable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed;
}
