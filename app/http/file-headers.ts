/** What of a file a request wants, from its first byte to its last one; `none`: nothing that could be sent. */
export type WantedBytes = { start: number; end: number } | 'all' | 'none';

/**
 * What a `Range` header asks for of so many bytes. One range is sent; of several nothing is, since no player asks for
 * them and each would have to be read. What is not understood counts as not said, as the standard wants it.
 */
export function wantedBytes(header: string | null, length: number): WantedBytes {
  const ranges = /^bytes=([\d\s,-]+)$/i.exec(header ?? '')?.[1];
  if (ranges === undefined) return 'all';
  if (ranges.includes(',')) return 'none';
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(ranges.trim()) ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const suffix = Math.min(Number(last), length);
    return suffix > 0 ? { start: length - suffix, end: length - 1 } : 'none';
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'all';
  if (start >= length) return 'none';
  return { start, end: last === '' ? length - 1 : Math.min(Number(last), length - 1) };
}

/**
 * For files that their owner alone may see. A browser may keep them, but asks each time whether it may still show them: after
 * a sign-out no one finds them in its cache. The way back would show them without asking, if they didn't depend on the cookie.
 */
export function privateFile(tag: string) {
  return { ETag: tag, 'Cache-Control': 'private, no-cache, no-transform', Vary: 'Cookie' };
}

/** Whether an If-None-Match header names this ETag. Look only once it is certain that the one who asks may have the file. */
export function isKnownTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** The name of an uploaded file, percent-encoded in a header, which can only be Latin. */
export function nameFromHeader(header: string | null | undefined): string {
  try {
    return decodeURIComponent(header ?? '');
  } catch {
    // Not from a page of ours: the file gets a name all the same.
    return '';
  }
}
