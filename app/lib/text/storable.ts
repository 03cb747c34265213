/** Strips NULs, and replaces lone surrogates: PostgreSQL stores neither, and providers refuse them. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
