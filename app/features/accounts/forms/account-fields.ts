import { FIELD_TEXTS } from '../texts';

export const MAX_EMAIL = 254;
export const MAX_NAME = 100;
/** What is longer as it was typed is too long in any form, and not looked into. */
const MAX_READ = 2_000;

// Text, an at sign, text, a dot, text.
const SHAPE = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/u;
// Control and format characters would make two addresses look the same; surrogates on their own are no text.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u;
// Unlike in an address, joiners (also format characters) are part of names in some scripts: only what reorders is dropped.
const CONTROLS = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** At most MAX_READ characters, whose marks take no time to order: lib/normalize would cost each first visit more. */
function composed(text: string): string {
  // eslint-disable-next-line no-restricted-syntax -- short enough
  return text.normalize('NFC');
}

/** Trimmed, lower-cased, and a domain in other scripts in its ASCII form, as some browsers send it by themselves. */
export function normalizeEmail(raw: string): string {
  // Far too long for an address: only its length is looked at.
  if (raw.length > MAX_READ) return raw;
  const text = composed(raw.trim().toLowerCase());
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  // What is no plain name would be read by URL as more than a host, or dropped.
  if (at < 0 || !/\P{ASCII}/u.test(domain) || /[\p{C}\s/?#:%\\@]/u.test(domain)) return text;
  const ascii = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
  return `${text.slice(0, at)}@${ascii}`;
}

/** What is wrong with a normalized email address, if anything. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return FIELD_TEXTS.emailMissing;
  const valid = email.length <= MAX_EMAIL && SHAPE.test(email) && !UNSEEN.test(email);
  return valid ? undefined : FIELD_TEXTS.emailInvalid;
}

/** One line without control characters and outer or doubled space. */
export function normalizeName(raw: string): string {
  if (raw.length > MAX_READ) return raw;
  return composed(raw.replace(/\s+/gu, ' ').replace(CONTROLS, '')).trim();
}

/** What is wrong with a normalized name, if anything; `missing` is the text for none. */
export function nameProblem(name: string, missing: string): string | undefined {
  if (name.length > MAX_READ) return FIELD_TEXTS.nameTooLong(MAX_NAME);
  if (!/[^\p{C}\p{Z}]/u.test(name)) return missing;
  return [...name].length > MAX_NAME ? FIELD_TEXTS.nameTooLong(MAX_NAME) : undefined;
}

/** The zone's name if it is one that Intl knows, else null. Plain offsets are not zones: they know no summer time. */
export function validTimeZone(name: string | undefined): string | null {
  if (!name || name.length > 64 || !/^[A-Za-z]/.test(name)) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    // A RangeError is how Intl says that it does not know the zone.
    return null;
  }
}
