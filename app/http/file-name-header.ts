/** Percent-encoded, since headers are Latin. */
export function nameFromHeader(header: string | null | undefined): string {
  try {
    return decodeURIComponent(header ?? '');
  } catch {
    // Not from a page of ours: the file gets a name all the same.
    return '';
  }
}
