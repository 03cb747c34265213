import { MINUTE_MS } from '~/lib/time';

/** A place where someone is signed in, as they see it. */
export interface SessionView {
  id: string;
  /** Browser and system. */
  device: string;
  /** When they signed in there, in words. */
  firstSeen: string;
  lastUsed: string;
  /** The session that asks. */
  isThis: boolean;
}

/** Where a sign-in or sign-up comes from. */
export interface Client {
  /** The network address, as TRUST_PROXY gives it; without one, only the account is limited. */
  address: string | undefined;
  userAgent: string | null;
  /** The browser spoke https. */
  secure: boolean;
  /** The Cookie header, which may show that the device is known. */
  cookie?: string | null;
}

/** How long after giving the password someone may do what needs a recent login. */
const RECENT_LOGIN_MS = 10 * MINUTE_MS;

/** A password that was given in the future was given while the clock was wrong. */
export function isRecentLogin(authenticatedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - authenticatedAt.getTime()) <= RECENT_LOGIN_MS;
}

// The order matters: most browsers also name those that they descend from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/[\d.]+ ).*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browsers send less than half of this. */
const MAX_READ = 512;

function firstMatch(of: typeof BROWSERS, userAgent: string): string | undefined {
  return of.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** A rough name of browser and system, enough for people to tell their devices apart. */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent?.slice(0, MAX_READ) ?? '';
  const browser = firstMatch(BROWSERS, text);
  const system = firstMatch(SYSTEMS, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
