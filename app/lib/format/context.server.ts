import { AsyncLocalStorage } from 'node:async_hooks';

import { AMERICAN, type Conventions, type FormatContext, provideFormatContext } from './context';
import { singleton } from '../singleton.server';

interface ServerContext extends FormatContext {
  readonly locale: string | null;
}

const storage = singleton('format-context', () => new AsyncLocalStorage<ServerContext>());

/** The context of the request that is being served. */
export const serverContext = () => storage.getStore();

provideFormatContext(serverContext);

/** Serves a request by the conventions of its browser's language; the zone is known once its person is. */
export function withFormatContext<T>(acceptLanguage: string | undefined, serve: () => T): T {
  return withFormatsOf({ locale: localeOf(acceptLanguage), zone: null }, serve);
}

/** Language and region, such as `de-DE`, of the browser that is being served; null if it sent none. */
export function requestLocale(): string | null {
  return storage.getStore()?.locale ?? null;
}

/** How a person reads numbers and dates, as far as is known. */
export interface Reader {
  /** As `requestLocale` returned it. */
  locale: string | null;
  /** Their IANA time zone; null for UTC. */
  zone: string | null;
}

/** Writes for a person whose request this isn't, as jobs do. */
export function withFormatsOf<T>({ locale, zone }: Reader, write: () => T): T {
  const conventions = locale === null ? AMERICAN : conventionsIn(locale);
  return storage.run({ conventions, locale, zone, now: Date.now() }, write);
}

/** The longest well-formed language tag that a browser would send. */
const MAX_TAG = 35;

const known = new Map<string, Conventions>();
/** There are fewer pairs of language and region in use. */
const MAX_KNOWN = 1_000;

/** The conventions of the first language in an Accept-Language header; American without a valid one. */
export function conventionsOf(acceptLanguage: string | undefined): Conventions {
  const locale = localeOf(acceptLanguage);
  return locale === null ? AMERICAN : conventionsIn(locale);
}

function conventionsIn(locale: string): Conventions {
  if (locale === 'en-US') return AMERICAN;
  const found = known.get(locale);
  if (found) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const derived = derive(locale);
  known.set(locale, derived);
  return derived;
}

/** Language and region, such as `de-DE`; null if there is none that Intl knows. */
function localeOf(acceptLanguage: string | undefined): string | null {
  const [tag = ''] = (acceptLanguage ?? '').slice(0, MAX_TAG + 1).split(/[,;]/, 1);
  if (tag === '' || tag.length > MAX_TAG) return null;
  try {
    // The region of a language without one is where most of its speakers live: `de` is `de-DE`.
    const { language, region } = new Intl.Locale(tag.trim()).maximize();
    if (region === undefined) return null;
    const locale = `${language}-${region}`;
    // Intl would answer with the machine's own locale for a language that it doesn't know.
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0 ? locale : `en-${region}`;
  } catch {
    // `*`, or not a language tag.
    return null;
  }
}

/** Lets Intl write samples, and keeps what isn't words. */
function derive(locale: string): Conventions {
  const latin = { numberingSystem: 'latn', calendar: 'gregory' };
  const date = new Intl.DateTimeFormat(locale, {
    ...latin,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
  const order = date.formatToParts(0).map(({ type }) => type);
  const time = new Intl.DateTimeFormat(locale, { ...latin, timeStyle: 'short' });
  const { hourCycle } = time.resolvedOptions();
  const number = new Intl.NumberFormat(locale, { ...latin, maximumFractionDigits: 1 });
  const parts = number.formatToParts(12_345_678.9);
  const price = new Intl.NumberFormat(locale, {
    ...latin,
    style: 'currency',
    currency: 'EUR',
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1);
  const symbol = price.findIndex(({ type }) => type === 'currency');
  const digits = price.findIndex(({ type }) => type === 'integer');
  const decimal = mark(parts.find(({ type }) => type === 'decimal')?.value, AMERICAN.decimal);
  const group = mark(parts.find(({ type }) => type === 'group')?.value, AMERICAN.group);
  return {
    monthFirst: order.indexOf('month') < order.indexOf('day'),
    clock: hourCycle === 'h11' || hourCycle === 'h12' ? 12 : 24,
    group: group === decimal ? '\u00a0' : group,
    decimal,
    lakhs: parts.find(({ type }) => type === 'integer')?.value.length === 1,
    currency: symbol > digits ? 'after' : digits - symbol > 1 ? 'spaced' : 'before',
    weekStart: weekStartOf(locale),
  };
}

/** Spaces of all widths become one that every font has, and apostrophes curved ones. */
function mark(found: string | undefined, usual: string): string {
  if (found === undefined) return usual;
  if (/^\s$/u.test(found)) return '\u00a0';
  if (found === "'" || found === '’') return '’';
  return found === ',' || found === '.' ? found : usual;
}

/** TypeScript doesn't know this method yet. */
interface WithWeekInfo extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
}

function weekStartOf(locale: string): Conventions['weekStart'] {
  const { firstDay } = (new Intl.Locale(locale) as WithWeekInfo).getWeekInfo?.() ?? { firstDay: 7 };
  return (firstDay % 7) as Conventions['weekStart'];
}
