import { knowsTimeZone } from '~/lib/time-zones';

import { FIELD_TEXTS } from '../texts';

export const MAX_EMAIL = 254;
export const MAX_NAME = 100;
/** Longer text is too long in any form, so it isn't processed. */
const MAX_READ = 2_000;

// Text, an at sign, text, a dot, text.
const SHAPE = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/u;
// Control and format characters would make two addresses look the same; lone surrogates are no text.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u;
// Names in some scripts contain joiners, which are format characters too: of those, only the ones that reorder are removed.
const CONTROLS = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** For at most MAX_READ characters, which normalize quickly; the safe lib/text/normalize would make each first visit load more. */
function composed(text: string): string {
  // eslint-disable-next-line no-restricted-syntax -- short enough
  return text.normalize('NFC');
}

/** Trims, lower-cases, and puts a domain in another script into its ASCII form, as some browsers already do. */
export function normalizeEmail(raw: string): string {
  // Far too long for an address: `emailProblem` refuses it for its length.
  if (raw.length > MAX_READ) return raw;
  const text = composed(raw.trim().toLowerCase());
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  // URL would read anything but a plain name as more than a host, or drop it.
  if (at < 0 || !/\P{ASCII}/u.test(domain) || /[\p{C}\s/?#:%\\@]/u.test(domain)) return text;
  const ascii = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
  return `${text.slice(0, at)}@${ascii}`;
}

/** What is wrong with a normalized email address; undefined if nothing is. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return FIELD_TEXTS.emailMissing;
  const valid = email.length <= MAX_EMAIL && SHAPE.test(email) && !UNSEEN.test(email);
  return valid ? undefined : FIELD_TEXTS.emailInvalid;
}

/** Makes it one line, without control characters and without leading, trailing, or repeated spaces. */
export function normalizeName(raw: string): string {
  if (raw.length > MAX_READ) return raw;
  return composed(raw.replace(/\s+/gu, ' ').replace(CONTROLS, '')).trim();
}

/** What is wrong with a normalized name; undefined if nothing is. `missing` is the text for an empty name. */
export function nameProblem(name: string, missing: string): string | undefined {
  if (name.length > MAX_READ) return FIELD_TEXTS.nameTooLong(MAX_NAME);
  if (!/[^\p{C}\p{Z}]/u.test(name)) return missing;
  return [...name].length > MAX_NAME ? FIELD_TEXTS.nameTooLong(MAX_NAME) : undefined;
}

/** The name if Intl knows such a zone, otherwise null. Plain offsets don't count: they have no daylight saving time. */
export function validTimeZone(name: string | undefined): string | null {
  if (!name || name.length > 64 || !/^[A-Za-z]/.test(name)) return null;
  return knowsTimeZone(name) ? name : null;
}
