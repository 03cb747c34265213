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
