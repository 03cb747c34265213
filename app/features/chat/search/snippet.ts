import type { Phrase } from './words';
import type { TextPart } from './search-result';
import { wordsOf, type Word } from './words';

const SNIPPET_LENGTH = 180;
/** The number of characters before the first match. */
const LEAD = 50;
/** Matches that are no farther apart are shown together. */
const TOGETHER = SNIPPET_LENGTH - LEAD;
/** Matches that are considered for the best place; a text may have the word ten thousand times. */
const MAX_FINDS = 100;

interface Found {
  start: number;
  end: number;
  phrase: number;
}

/** The whole text with its matches, for titles. */
export function highlight(text: string, phrases: readonly Phrase[]): TextPart[] {
  return partsOf(text, 0, text.length, [...findings(text, phrases)]);
}

/** The part of a text that shows the most phrases, on one line and without Markdown's marks. */
export function snippetOf(text: string, phrases: readonly Phrase[]): TextPart[] {
  const found = firstFindings(text, phrases);
  const first = bestStart(found);
  const start = first <= LEAD ? 0 : startOfWord(text, first - LEAD);
  const end = endOfWord(text, start + SNIPPET_LENGTH);
  const parts = partsOf(text, start, end, found).map(({ text: part, hit }, index) => ({
    text: index === 0 && start === 0 ? plain(`\n${part}`).trimStart() : plain(part),
    hit,
  }));
  if (start > 0) parts.unshift({ text: '… ', hit: false });
  if (end < text.length) parts.push({ text: ' …', hit: false });
  return merged(parts);
}

/** The matches up to the first place that shows all of the phrases; all matches if there is no such place. */
function firstFindings(text: string, phrases: readonly Phrase[]): Found[] {
  const found: Found[] = [];
  const latest = new Map<number, number>();
  let enough = Infinity;
  for (const finding of findings(text, phrases)) {
    if (finding.start > enough || found.length === MAX_FINDS) break;
    found.push(finding);
    latest.set(finding.phrase, finding.start);
    if (latest.size < phrases.length || enough < Infinity) continue;
    const from = Math.min(...latest.values());
    if (finding.end - from <= TOGETHER) enough = from + SNIPPET_LENGTH;
  }
  return found;
}

/** The start of the snippet that shows the most phrases; of the first one if several do. */
function bestStart(found: readonly Found[]): number {
  let best = 0;
  let maxPhrases = 0;
  for (const { start } of found) {
    const within = found.filter((other) => other.start >= start && other.end - start <= TOGETHER);
    const count = new Set(within.map(({ phrase }) => phrase)).size;
    if (count > maxPhrases) [best, maxPhrases] = [start, count];
  }
  return best;
}

/** The matches of the phrases in a text, in order. */
function* findings(text: string, phrases: readonly Phrase[]): Generator<Found> {
  const longest = Math.max(0, ...phrases.map(({ words }) => words.length));
  const recent: Word[] = [];
  for (const word of wordsOf(text)) {
    recent.push(word);
    if (recent.length > longest) recent.shift();
    for (const [phrase, { words, open }] of phrases.entries()) {
      const from = recent.length - words.length;
      if (
        from < 0 ||
        !words.every((wanted, index) =>
          fits(recent[from + index], wanted, open && index === words.length - 1),
        )
      )
        continue;
      yield { start: recent[from]?.start ?? word.start, end: word.end, phrase };
    }
  }
}

function fits(word: Word | undefined, wanted: string, open: boolean): boolean {
  if (!word) return false;
  return open ? word.folded.startsWith(wanted) : word.folded === wanted;
}

function partsOf(text: string, start: number, end: number, found: readonly Found[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = start;
  for (const hit of found.toSorted((one, other) => one.start - other.start)) {
    const from = Math.max(hit.start, at);
    if (hit.end <= at || hit.end > end) continue;
    parts.push({ text: text.slice(at, from), hit: false });
    parts.push({ text: text.slice(from, hit.end), hit: true });
    at = hit.end;
  }
  parts.push({ text: text.slice(at, end), hit: false });
  return merged(parts);
}

function merged(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.hit === part.hit) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}

/**
 * Removes Markdown's marks at the start of a line and in pairs, and the numbers of citations; a single asterisk or bar within a
 * sentence stays, and so does an index in code.
 */
function plain(text: string): string {
  return text
    .replace(/\n(?=[ \t:|-]*---)[ \t:|-]+(?=\n|$)/gu, '\n')
    .replace(/\n[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gu, '\n')
    .replace(/ ?(?<![\w\]])(?:\[\d{1,3}\])+(?![\w([])/gu, '')
    .replace(/\*\*|__|`+/gu, '')
    .replace(/\s+/gu, ' ');
}

const REACH = 24;

/** The start of a word near `at`, so that no word is cut unless it is very long. */
function startOfWord(text: string, at: number): number {
  const blank = /\s/u.exec(text.slice(at, at + REACH));
  return blank ? at + blank.index + 1 : wholeCharacter(text, at);
}

function endOfWord(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const blank = /\s\S*$/u.exec(text.slice(at - REACH, at + 1));
  return blank ? at - REACH + blank.index : wholeCharacter(text, at);
}

/** `at`, or the next place if `at` would split a character. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
