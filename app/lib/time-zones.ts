// Names of time zones. Apart from lib/local-days, because forms of the first visit need only this.

/** The browser's IANA time zone. Browser only. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether this machine knows a zone of this name. */
export function knowsTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Intl throws a RangeError for an unknown zone.
    return false;
  }
}
