/** The part of a file that a request wants, from its first to its last byte; `none`: nothing that could be sent. */
export type WantedBytes = { start: number; end: number } | 'all' | 'none';

/**
 * What a `Range` header requests of a file of `size` bytes. A single range is honored; several are refused, because no
 * player requests them and each would have to be read. An invalid header is ignored, as the standard requires.
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
 * For files that only their owner may see. A browser may cache them but must revalidate each time, so that no one finds
 * them in its cache after a sign-out. Without Vary on the cookie, the back button would show them without asking.
 */
export function privateFile(tag: string) {
  return { ETag: tag, 'Cache-Control': 'private, no-cache, no-transform', Vary: 'Cookie' };
}

/** Whether an If-None-Match header contains this ETag. Check only after access to the file is established. */
export function isKnownTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** An uploaded file's name, percent-encoded for a header, which is limited to Latin-1. */
export function nameFromHeader(header: string | null | undefined): string {
  try {
    return decodeURIComponent(header ?? '');
  } catch {
    // A lone surrogate, which our own pages don't send: the file gets a generic name.
    return '';
  }
}
