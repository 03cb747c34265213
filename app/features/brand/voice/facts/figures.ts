import { type DecimalMark, decimalMarkOf, NUMBER, valuesOf } from './numbers';
import { type FigureKind, monthOf, type Unit, unitOf } from './units';

/** A number of a text with what it counts. */
export interface Figure {
  kind: FigureKind;
  start: number;
  end: number;
  /** Figures with different ones disagree, whatever their values; an empty one agrees with any. */
  unit: string;
  /** What it may mean, in the unit that is compared. */
  values: readonly number[];
  /** The number as it is written. */
  bare: readonly number[];
  /** Of a time, how it counts the hours. */
  hours?: 12 | 24;
}

/** Figures of a text that are read; what comes behind isn't looked at. */
const MAX_FIGURES = 2_000;
/** Units around a number that say what it is. */
const AROUND = 24;

const SYMBOL_BEFORE = /(?:US\$|[€$£¥]|(?<![\p{L}\p{N}])(?:EUR|USD|GBP|CHF))[ \u00a0\u202f]?$/u;
const UNIT_BEHIND =
  /(?:[.,] ?[-–—]{1,2})?[ \u00a0\u202f-]?(US\$|[€$£¥¢%]|°[CF]?|[ap]\.m\.?|[\p{L}µ]{1,16}(?:[²³]|\.(?=[ \u00a0]\p{Ll}))?)/uy;
const WORD_BEFORE = /(\p{L}{3,10}\.?)[ \u00a0]$/u;
const MONTH_BEHIND = /(?:st|nd|rd|th)?\.?[ \u00a0](?:of )?(\p{L}{3,10})/uy;
const YEAR_BEHIND = /,?[ \u00a0]((?:1[5-9]|20)\d\d)(?![\p{N}.,]\d)/uy;
const CLOCK = /([01]?\d|2[0-4]):([0-5]\d)(?!\d)/y;
const ISO_DATE = /((?:1[5-9]|20)\d\d)-(\d\d)-(\d\d)(?!\d)/y;
const DOTTED_DATE = /(\d{1,2})\. ?(\d{1,2})\.(?: ?((?:1[5-9]|20)\d\d))?(?!\d)/y;
const SLASHED_DATE = /(\d{1,2})\/(\d{1,2})\/((?:1[5-9]|20)\d\d)(?!\d)/y;
/** A dotted date without a year follows one of these; otherwise it may be a number at the end of a sentence. */
const BEFORE_DATE = /(?:(?<!\p{L})(?:am|vom|bis|zum|ab|den|dem|seit|und|der) |[-–—] ?)$/u;
const RANGE = /^[ \u00a0]?(?:[-–—]|to|bis|and|und|or|oder)[ \u00a0]?$/u;

/** All figures of a text, in order. Takes one pass. */
export function figuresIn(text: string): Figure[] {
  const decimals = decimalMarkOf(text);
  const found: Figure[] = [];
  for (let at = 0; at < text.length && found.length < MAX_FIGURES;) {
    if (!isDigit(text, at)) {
      at += 1;
      continue;
    }
    const figure = isPartOfName(text, at)
      ? null
      : (dateAt(text, at) ?? clockAt(text, at) ?? numberAt(text, at, decimals));
    if (figure) {
      found.push(figure);
      at = figure.end;
    } else while (isDigit(text, at)) at += 1;
  }
  return withClock(withRanges(text, found));
}

/** The figures of a source, to look those of a text up in. */
export class FigureSet {
  /** The units that come with a kind and a value. */
  readonly #units = new Map<string, Set<string>>();

  constructor(figures: Iterable<Figure>) {
    for (const { kind, values, unit } of figures) {
      for (const value of values) {
        const key = keyOf(kind, value);
        const there = this.#units.get(key);
        if (there) there.add(unit);
        else this.#units.set(key, new Set([unit]));
      }
    }
  }

  /** Whether a figure of a text is the same as one of these, in whatever notation. */
  has({ kind, values, unit, bare }: Figure): boolean {
    const isSame = values.some((value) => {
      const units = this.#units.get(keyOf(kind, value));
      return units !== undefined && (unit === '' || units.has(unit) || units.has(''));
    });
    if (isSame) return true;
    // A table has its units in its head.
    return bare.some((value) => this.#units.has(keyOf('number', value)));
  }
}

function keyOf(kind: FigureKind, value: number): string {
  return `${kind} ${Number(value.toPrecision(9))}`;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Numbers of houses, versions, and telephones aren't told apart, but `A4`, `#5`, and `DE-006` are names. */
function isPartOfName(text: string, at: number): boolean {
  return /(?:[\p{L}#_/\\]|\p{L}-)$/u.test(text.slice(Math.max(0, at - 2), at));
}

function dateAt(text: string, at: number): Figure | null {
  const date = (
    end: number,
    month: number,
    day: number,
    year = '',
    other: readonly number[] = [],
  ): Figure | null => {
    if (month < 1 || month > 12 || day < 1 || day > 31) return null;
    const values = [month * 100 + day, ...other];
    return { kind: 'date', start: at, end, unit: year, values, bare: [] };
  };
  const match = (pattern: RegExp, from = at) => {
    pattern.lastIndex = from;
    return pattern.exec(text);
  };
  const iso = match(ISO_DATE);
  if (iso) return date(at + iso[0].length, Number(iso[2]), Number(iso[3]), iso[1]);
  const slashed = match(SLASHED_DATE);
  if (slashed) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2])];
    const dayFirst = second <= 12 && first <= 31 ? [second * 100 + first] : [];
    const end = at + slashed[0].length;
    if (first > 12) return date(end, second, first, slashed[3]);
    return date(end, first, second, slashed[3], dayFirst);
  }
  const before = text.slice(Math.max(0, at - AROUND), at);
  const dotted = match(DOTTED_DATE);
  if (dotted && (dotted[3] !== undefined || BEFORE_DATE.test(before))) {
    const end = at + dotted[0].length;
    const found = date(end, Number(dotted[2]), Number(dotted[1]), dotted[3]);
    if (found) return found;
  }
  const digits = /^\d{1,3}/.exec(text.slice(at, at + 3))![0];
  const day = Number(digits);
  if (digits.length > 2 || day < 1 || day > 31) return null;
  const withYear = (month: number, start: number, end: number): Figure | null => {
    const year = match(YEAR_BEHIND, end);
    const found = date(end + (year?.[0].length ?? 0), month, day, year?.[1]);
    return found && { ...found, start };
  };
  const behind = match(MONTH_BEHIND, at + digits.length);
  const month = behind ? monthOf(behind[1]!) : 0;
  if (behind && month > 0) return withYear(month, at, at + digits.length + behind[0].length);
  const word = WORD_BEFORE.exec(before);
  const named = word ? monthOf(word[1]!) : 0;
  if (!word || named === 0) return null;
  const isNumber = /^[.,:]\d|^ ?[€%]/.test(text.slice(at + digits.length, at + digits.length + 2));
  return isNumber ? null : withYear(named, at - word[0].length, at + digits.length);
}

function clockAt(text: string, at: number): Figure | null {
  CLOCK.lastIndex = at;
  const clock = CLOCK.exec(text);
  if (!clock) return null;
  const end = at + clock[0].length;
  const behind = unitBehind(text, end);
  const half = behind?.unit.kind === 'time' ? behind : null;
  return time(at, half?.end ?? end, Number(clock[1]), Number(clock[2]), half?.written ?? '');
}

function time(
  start: number,
  end: number,
  hour: number,
  minute: number,
  written: string,
): Figure | null {
  if (hour > 24 || minute > 59) return null;
  const half = written.toLowerCase().replaceAll('.', '');
  const minutes = hour * 60 + minute;
  // Without "am" or "pm", an hour up to twelve may be either.
  let values = hour <= 12 ? [minutes, (minutes + 720) % 1_440] : [minutes];
  if (half === 'am') values = [hour === 12 ? minute : minutes];
  else if (half === 'pm') values = [hour === 12 ? minutes : minutes + 720];
  const hours = half === 'am' || half === 'pm' ? 12 : 24;
  return { kind: 'time', start, end, unit: '', values, bare: [], hours };
}

function unitBehind(text: string, end: number) {
  UNIT_BEHIND.lastIndex = end;
  const match = UNIT_BEHIND.exec(text);
  const written = match?.[1] ?? '';
  const unit = unitOf(written);
  return match && unit ? { unit, written, end: end + match[0].length } : null;
}

function numberAt(text: string, at: number, decimals: DecimalMark | null): Figure | null {
  NUMBER.lastIndex = at;
  const raw = NUMBER.exec(text)?.[0] ?? '';
  const end = at + raw.length;
  const bare = valuesOf(raw, decimals);
  const behind = unitBehind(text, end);
  const before = text.slice(Math.max(0, at - AROUND), at);
  const symbol = SYMBOL_BEFORE.exec(before);
  if (symbol && behind?.unit.kind !== 'money' && !/\d ?$/.test(before.slice(0, symbol.index))) {
    const unit = unitOf(symbol[0].trim());
    const factor = behind?.unit.name === 'count' ? behind.unit.factor : 1;
    if (unit) return measured(at - symbol[0].length, end, { ...unit, factor }, bare);
  }
  if (behind?.unit.kind === 'time') {
    const [hour = 0, minute = 0] = raw.split(/[.,]/).map(Number);
    return time(at, behind.end, hour, minute, behind.written);
  }
  if (behind) return measured(at, behind.end, behind.unit, bare);
  if (/^(?:1[5-9]|20)\d\d$/.test(raw)) {
    return { kind: 'year', start: at, end, unit: '', values: bare, bare };
  }
  return { kind: 'number', start: at, end, unit: '', values: bare, bare };
}

function measured(
  start: number,
  end: number,
  { kind, name, factor }: Unit,
  bare: number[],
): Figure {
  const values = bare.map((value) => value * factor);
  return { kind: kind === 'time' ? 'number' : kind, start, end, unit: name, values, bare };
}

/** A text that counts hours beyond twelve means the morning by an hour up to twelve. */
function withClock(figures: readonly Figure[]): Figure[] {
  const is24 = figures.some(
    ({ kind, values, hours }) => kind === 'time' && hours === 24 && values[0]! >= 780,
  );
  if (!is24) return [...figures];
  return figures.map((figure) =>
    figure.kind === 'time' ? { ...figure, values: figure.values.slice(0, 1) } : figure,
  );
}

/** "18–20 €" and "7 to 13 Uhr": a number without a unit has that of the one it is in a range with. */
function withRanges(text: string, figures: readonly Figure[]): Figure[] {
  return figures.map((figure, index) => {
    if (figure.kind !== 'number') return figure;
    const next = figures[index + 1];
    const before = figures[index - 1];
    const other =
      next && next.kind !== 'number' && RANGE.test(text.slice(figure.end, next.start))
        ? next
        : before && before.kind !== 'number' && RANGE.test(text.slice(before.end, figure.start))
          ? before
          : null;
    return other ? asUnitOf(text, figure, other) : figure;
  });
}

function asUnitOf(text: string, figure: Figure, other: Figure): Figure {
  const { start, end, bare } = figure;
  if (other.kind === 'time') {
    const [hour = 0, minute = 0] = text.slice(start, end).split(/[.,]/).map(Number);
    return time(start, end, hour, minute, '') ?? figure;
  }
  if (other.kind !== 'money' && other.kind !== 'percent' && other.kind !== 'amount') return figure;
  const factor = (other.values[0] ?? 0) / (other.bare[0] || 1) || 1;
  return { ...figure, kind: other.kind, unit: other.unit, values: bare.map((one) => one * factor) };
}
