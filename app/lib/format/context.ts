// How the person of this request, or of this page, reads numbers and dates. The files beside this one write numbers, money,
// sizes, durations, and times: in American English, by the conventions of the person's region, in their time zone. What a
// browser renders is what the server rendered (decision 0077). Each kind has a file of its own, so that a page loads only
// those that it shows.

/**
 * What differs from region to region. Texts are American English everywhere, so names of months and days are, too. Both
 * the server and the browser format by these rules alone: their versions of Intl may disagree about a locale.
 */
export interface Conventions {
  /** `Nov 22` rather than `22 Nov`. */
  monthFirst: boolean;
  /** `3:40 PM` or `15:40`. */
  clock: 12 | 24;
  /** Between thousands, and before decimals. */
  group: string;
  decimal: string;
  /** `12,34,567` instead of `1,234,567`, as in India. */
  lakhs: boolean;
  /** `€19`, `€ 19`, or `19 €`. */
  currency: 'before' | 'spaced' | 'after';
  /** The first day of a week in calendars: 0 is Sunday. */
  weekStart: 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

/** Also where no browser has said otherwise. */
export const AMERICAN: Conventions = {
  monthFirst: true,
  clock: 12,
  group: ',',
  decimal: '.',
  lakhs: false,
  currency: 'before',
  weekStart: 0,
};

export interface FormatContext {
  readonly conventions: Conventions;
  /** The person's IANA time zone; null for UTC. */
  zone: string | null;
  /** When the request arrived: what the server rendered as "Today" must be it in the browser's first rendering. */
  readonly now: number;
}

const DEFAULT: FormatContext = Object.freeze({
  conventions: AMERICAN,
  zone: null,
  get now() {
    return Date.now();
  },
});

let source: () => FormatContext | undefined = () => undefined;

/** The server has a context for each request, a browser has one. */
export function provideFormatContext(provided: typeof source): void {
  source = provided;
}

export function formatContext(): FormatContext {
  return source() ?? DEFAULT;
}

/** From here on, the person's days and times are in this zone: known by the session, or chosen just now. */
export function noteZone(zone: string | null): void {
  const context = source();
  if (context) context.zone = zone;
}

/** For the document's element: all that the browser needs in order to format as the server did. */
export function formatAttribute(): string {
  const { conventions, zone, now } = formatContext();
  const others = conventions === AMERICAN ? undefined : conventions;
  return JSON.stringify({ now, zone, conventions: others });
}

/** Takes over the server's context, before the page is hydrated. Browser only. */
export function adoptFormatContext(attribute: string | undefined): void {
  const sent = JSON.parse(attribute ?? '{}') as Partial<FormatContext>;
  const context = { conventions: AMERICAN, zone: null, now: Date.now(), ...sent };
  provideFormatContext(() => context);
}
