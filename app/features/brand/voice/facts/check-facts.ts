import { citedNumbers } from '../../knowledge/citations/citation';
import { foldedPassage, foldedWord } from '../check/characters';
import { isAsked, isNegated, isOffer, sourceFinder } from '../check/claims';
import type { Prose } from '../check/prose';
import { quotedIn } from '../check/quoted';
import { type Sentence, sentenceAt } from '../check/sentences';
import { type Boast, boastsIn } from './boasts';
import type { CitedPassage, KnownFacts } from './cited';
import { type Figure, figuresIn, FigureSet } from './figures';
import { isAboutOther, topicsOf } from './topics';

/** A statement that no source shows, or a figure that the cited passage doesn't have. */
export interface FactFinding extends Sentence {
  isWrong: boolean;
  message: string;
  reason: string;
  source: { title: string; address: string } | null;
}

export interface FactCheck {
  findings: FactFinding[];
  /** Sentences with facts that all have a source. */
  sourced: number;
}

interface Fact extends Sentence {
  kind: Figure['kind'] | Boast['kind'];
  /** Null for what is said in words. */
  figure: Figure | null;
}

/** Units before and behind a fact that tell what it is. */
const AROUND = 60;
/** Passages of a sentence in which the right figure is looked for. */
const MAX_PASSAGES = 8;
/** Findings of a text that quote what the source says instead. */
const MAX_SHOWN = 100;
/** Comparisons of a text's figures with those of its passages by what they are about. */
const MAX_COMPARED = 100_000;
/** A line of a source in a message, in units. */
const MAX_LINE = 120;

/**
 * The statements of a text that need a source: figures with a unit, dates, times, superlatives, and guarantees. Figures beside a
 * citation must occur in its passage. Another person's words, questions, and offers state nothing. `isLeftOut` says what other
 * rules are about, or what is never flagged.
 */
export function checkFacts(
  prose: Prose,
  sentences: readonly Sentence[],
  { cited, given }: KnownFacts,
  isLeftOut: (range: Sentence) => boolean,
): FactCheck {
  const { text, hidden } = prose;
  const quoted = quotedIn(prose);
  const hasSource = sourceFinder(prose, sentences);
  const numbers = new Set(citedNumbers(text));
  const inText = knownOf(cited.filter(({ number }) => numbers.has(number)));
  const typed = readSource(given);
  const bySentence = new Map<number, Fact[]>();
  for (const fact of factsIn(text)) {
    if (hidden[fact.start] || quoted[fact.start] || isLeftOut(fact)) continue;
    const index = sentenceAt(sentences, fact.start);
    const there = bySentence.get(index);
    if (there) there.push(fact);
    else bySentence.set(index, [fact]);
  }
  const check: FactCheck = { findings: [], sourced: 0 };
  let compared = 0;
  for (const [index, facts] of bySentence) {
    const sentence = sentences[index]!;
    const marks = citedNumbers(text.slice(sentence.start, sentence.end));
    const passages = marks.flatMap((number) => inText.byNumber.get(number) ?? []);
    const stated = facts.filter((fact) => isStated(text, fact, sentence));
    const before = check.findings.length;
    if (passages.length > 0) {
      const figures = facts.filter(({ figure }) => figure && figure.kind !== 'number');
      if (stated.length === 0 && figures.length === 0) continue;
      // What has another source, too, or was cut, may have the figure there.
      const isAll = passages.length === marks.length && passages.every(({ whole }) => whole);
      const wrong = new Set(
        isAll
          ? figures.filter((fact) => ![typed, ...passages].some((one) => hasFact(one, fact, text)))
          : [],
      );
      if (wrong.size > 0) {
        const words = new Set(tellingWords(text.slice(sentence.start, sentence.end)));
        for (const fact of wrong) {
          const isShown = check.findings.length < MAX_SHOWN;
          check.findings.push(wrongFigure(fact, words, passages, isShown));
        }
      }
      const near = passages.slice(0, MAX_PASSAGES);
      for (const fact of isAll ? figures : []) {
        if (wrong.has(fact) || hasFact(typed, fact, text)) continue;
        compared += near.reduce((sum, { shown }) => sum + shown.length, 0);
        if (compared > MAX_COMPARED) break;
        const claim = topicsOf(wordsOf(clauseOf(text, fact, sentence)));
        const other = otherFigure(fact, claim, near);
        if (other) check.findings.push(other);
      }
    } else {
      if (stated.length === 0) continue;
      const isKnown = (fact: Fact) => inText.all.some((source) => hasFact(source, fact, text));
      const open = hasSource(sentence.start)
        ? []
        : stated.filter((fact) => !hasFact(typed, fact, text) && !isKnown(fact));
      if (open.length > 0) check.findings.push(unsourced(open));
    }
    if (check.findings.length === before) check.sourced += 1;
  }
  return check;
}

function factsIn(text: string): Fact[] {
  const figures = figuresIn(text).map((figure): Fact => ({ ...figure, figure }));
  const boasts = boastsIn(text).map((boast): Fact => ({ ...boast, figure: null }));
  return [...figures, ...boasts].sort((one, other) => one.start - other.start);
}

const YEAR_BEFORE =
  /(?<!\p{L})(?:since|founded(?: in)?|established(?: in)?|in|seit|anno|im jahre?|gegründet(?: im jahr)?) $/iu;

/** Whether the text itself says it as a fact: nothing is asked, taken back, or offered, and a number counts something. */
function isStated(text: string, { kind, start, end, figure }: Fact, sentence: Sentence): boolean {
  if (isAsked(text, sentence)) return false;
  const before = text.slice(Math.max(sentence.start, start - AROUND), start);
  const after = text.slice(end, Math.min(sentence.end, end + AROUND));
  if (figure === null) {
    const words = wordsOf(before).slice(-3);
    const [first = ''] = wordsOf(text.slice(start, end));
    const [next = ''] = wordsOf(after);
    return !isNegated([...words, first]) && !isNegated([next]);
  }
  if (kind === 'number') return false;
  if (kind === 'year') return YEAR_BEFORE.test(before);
  return !(kind === 'percent' && isOffer('%', wordsOf(after)[0] ?? ''));
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{M}\p{N}’'#-]+/gu) ?? []).map(foldedWord);
}

/** What a source says, read once. */
interface ReadSource {
  figures: FigureSet;
  list: readonly Figure[];
  folded: string;
}

/** A figure of a passage, with what stands around it. */
interface ShownFigure {
  figure: Figure;
  /** To compare a figure of a text with it. */
  set: FigureSet;
  /** What it is about by the words that stand before it, and by those behind it, too. */
  topics: ReadonlySet<string>;
  wide: ReadonlySet<string>;
  written: string;
  line: string;
  /** Words of its line, and those right before it, which say what it is about. */
  words: readonly string[];
  own: readonly string[];
}

type ReadPassage = ReadSource & CitedPassage & { shown: readonly ShownFigure[] };

interface Known {
  all: readonly ReadPassage[];
  byNumber: ReadonlyMap<number, ReadPassage>;
}

function readSource(text: string): ReadSource {
  const list = figuresIn(text);
  return { figures: new FigureSet(list), list, folded: foldedPassage(text) };
}

function readPassage(passage: CitedPassage): ReadPassage {
  const text = `${passage.title}\n${passage.passage}`;
  const source = readSource(text);
  let last = 0;
  let topics: ReadonlySet<string> = new Set();
  const shown = source.list.map((figure): ShownFigure => {
    const { start, end } = figure;
    const line = lineAt(text, figure);
    // Of several figures in a line, as in the text of a PDF, what stands right before one says what it is about.
    const before = text.slice(Math.max(last, start - MAX_LINE), end);
    last = end;
    const own = tellingWords(before.slice(before.lastIndexOf('\n') + 1));
    const named = topicsOf(wordsOf(partBefore(before.slice(0, start - end))));
    // The end of a range, and the next figure of a row, are about what the one before is about.
    if (named.size > 0 || PART_END.test(before.slice(0, start - end))) topics = named;
    const behind = PART.exec(text.slice(end, end + AROUND))?.[0] ?? '';
    return {
      ...{ figure, set: new FigureSet([figure]), topics, line, own, words: tellingWords(line) },
      wide: new Set([...topics, ...topicsOf(wordsOf(behind))]),
      written: text.slice(start, end).trim(),
    };
  });
  return { ...passage, ...source, shown };
}

/** What ends the part of a line that a figure belongs to. */
const PART_END = /\n|[.!?;] /;
/** A part as far as it has neither that nor a number. */
const PART = /^(?:[^\d\n.!?;,]|[.,](?! ))*/;

function partBefore(text: string): string {
  return text.split(PART_END).at(-1) ?? '';
}

function tellingWords(text: string): string[] {
  return wordsOf(text).filter((word) => word.length > 2);
}

/** Passages stay the same with every letter that is typed. */
const read = new WeakMap<CitedPassage, ReadPassage>();

function knownOf(cited: readonly CitedPassage[]): Known {
  const all = cited.map((one) => {
    const known = read.get(one) ?? readPassage(one);
    read.set(one, known);
    return known;
  });
  return { all, byNumber: new Map(all.map((one) => [one.number, one])) };
}

function hasFact(source: ReadSource, { figure, start, end }: Fact, text: string): boolean {
  if (figure) return source.figures.has(figure);
  return source.folded.includes(foldedPassage(text.slice(start, end)));
}

const REASONS: Record<Exclude<Fact['kind'], 'number'>, string> = {
  money: 'a price',
  percent: 'a percentage',
  date: 'a date',
  year: 'a year',
  time: 'a time',
  amount: 'an amount',
  superlative: 'a claim to be ahead of others',
  guarantee: 'a promise or certificate',
};

/** One finding for a sentence, since one citation backs all of it. */
function unsourced(facts: readonly Fact[]): FactFinding {
  const names = new Set(facts.flatMap(({ kind }) => (kind === 'number' ? [] : REASONS[kind])));
  const [first = '', ...others] = names;
  const last = others.pop();
  const listed = last === undefined ? first : `${[first, ...others].join(', ')} and ${last}`;
  return {
    start: facts[0]!.start,
    end: Math.max(...facts.map(({ end }) => end)),
    isWrong: false,
    message: 'This needs a source.',
    reason: `It has ${listed}.`,
    source: null,
  };
}

function wrongFigure(
  { start, end, figure }: Fact,
  /** Of the sentence. */
  words: ReadonlySet<string>,
  passages: readonly ReadPassage[],
  isShown: boolean,
): FactFinding {
  const shared = (own: readonly string[]) => own.filter((word) => words.has(word)).length;
  let best: { shown: ShownFigure; shared: number } | null = null;
  let from: CitedPassage = passages[0]!;
  for (const passage of isShown ? passages.slice(0, MAX_PASSAGES) : []) {
    for (const shown of passage.shown) {
      if (shown.figure.kind !== figure?.kind) continue;
      const score = 2 * shared(shown.own) + shared(shown.words);
      if (score <= (best?.shared ?? 0)) continue;
      best = { shown, shared: score };
      from = passage;
    }
  }
  const { title, address } = from;
  return {
    ...{ start, end, isWrong: true },
    message: best ? `The source says “${best.shown.written}”.` : 'The source doesn’t say this.',
    reason: best ? `${title}: “${best.shown.line}”` : title,
    source: { title, address },
  };
}

/** What separates the things of a list, each with a figure of its own. */
const CLAUSE = /[,;:–] | (?:and|but|und|aber) /g;

/**
 * The part of a sentence that a figure belongs to, or all that is near if there are no other figures. A sentence can be as long as
 * the text, so no more of it is read for one figure.
 */
function clauseOf(text: string, { start, end }: Fact, sentence: Sentence): string {
  const from = Math.max(sentence.start, start - MAX_LINE);
  const near = text.slice(from, Math.min(sentence.end, end + MAX_LINE));
  const breaks = Array.from(near.matchAll(CLAUSE), ({ index, 0: mark }) => [
    index,
    index + mark.length,
  ]);
  const first = breaks.findLast(([, after = 0]) => after <= start - from)?.[1];
  const last = breaks.find(([before = 0]) => before >= end - from)?.[0];
  return near.slice(first, last);
}

/**
 * A figure of the source that stands with what the text says of another one: all that the text names of the place where its own
 * figure stands is named there, too, and more.
 */
function otherFigure(
  { start, end, figure }: Fact,
  claim: ReadonlySet<string>,
  passages: readonly ReadPassage[],
): FactFinding | null {
  if (!figure || claim.size === 0) return null;
  const comparable = passages
    .slice(0, MAX_PASSAGES)
    .flatMap((passage) =>
      passage.shown
        .filter(({ figure: { kind, unit } }) => kind === figure.kind && unit === figure.unit)
        .map((shown) => ({ passage, shown, isSame: shown.set.has(figure) })),
    );
  const places = comparable.filter(({ isSame }) => isSame);
  if (places.length === 0) return null;
  const found = comparable.find(
    ({ isSame, shown: { topics } }) =>
      !isSame && places.every(({ shown: { wide } }) => isAboutOther(claim, wide, topics)),
  );
  if (!found) return null;
  const { title, address } = found.passage;
  return {
    ...{ start, end, isWrong: true, source: { title, address } },
    message: `The source says “${found.shown.written}”.`,
    reason: `${title}: “${found.shown.line}”`,
  };
}

/** The line of a passage that has a figure, or as much of it as a message has room for. */
function lineAt(text: string, { start, end }: Sentence): string {
  const from = Math.max(text.lastIndexOf('\n', start) + 1, start - MAX_LINE / 2);
  const newline = text.indexOf('\n', end);
  const to = Math.min(newline === -1 ? text.length : newline, end + MAX_LINE / 2);
  return text.slice(from, to).trim().toWellFormed();
}
