import { normalizeText } from '~/lib/text/normalize';

import type { RuleKind, VoiceRule } from '../rule';
import { foldedWord } from './characters';
import { isAsked, isNegated, isNumbering, isOffer, isPlainBest, sourceFinder } from './claims';
import { Dictionary, type Match } from './dictionary';
import type { Prose } from './prose';
import { type Sentence, sentenceAt } from './sentences';
import type { Tokens } from './tokens';

const WORD_KINDS: ReadonlySet<RuleKind> = new Set([
  'avoid',
  'prefer',
  'require',
  'proof',
  'spelling',
  'capitalization',
]);

export function dictionaryOf(rules: readonly VoiceRule[]): Dictionary {
  return new Dictionary(
    rules.flatMap(({ kind, terms }, rule) =>
      WORD_KINDS.has(kind) ? terms.map((text) => ({ rule, text })) : [],
    ),
  );
}

/** A passage that breaks a rule about words. */
export interface Passage extends Sentence {
  /** The place of its rule among the rules. */
  rule: number;
  /** As the rule has it. */
  term: string;
  /** What to write in its place; null where only the person can tell. */
  fix: string | null;
}

export interface WordCheck {
  passages: Passage[];
  words: number;
  claims: { all: number; sourced: number };
  /** The places of required rules that are met. */
  met: Set<number>;
}

/** Words before a claim among which a negation counts. */
const BEFORE = 3;

/** What a text says, rule by rule. */
export function checkWords(
  prose: Prose,
  tokens: Tokens,
  sentences: readonly Sentence[],
  rules: readonly VoiceRule[],
  dictionary: Dictionary,
): WordCheck {
  const { text } = prose;
  const hasSource = sourceFinder(prose, sentences);
  const check: WordCheck = {
    passages: [],
    words: tokens.wordCount,
    claims: { all: 0, sourced: 0 },
    met: new Set(),
  };
  const isMeant = ({ rule, text: term, first, last }: Match) =>
    rules[rule]!.kind !== 'spelling' ||
    isSpelled(text.slice(tokens.starts[first], tokens.ends[last]), term);
  for (const match of longest(dictionary.matches(text, tokens).filter(isMeant))) {
    const rule = rules[match.rule]!;
    const { kind, replacement } = rule;
    const found: Passage = {
      rule: match.rule,
      term: match.text,
      start: tokens.starts[match.first]!,
      end: tokens.ends[match.last]!,
      fix: null,
    };
    if (kind === 'require') {
      check.met.add(match.rule);
      continue;
    }
    const raw = text.slice(found.start, found.end);
    if (kind === 'capitalization') {
      if (isWritten(text, found, match.text, sentences)) continue;
      found.fix = match.text.trim();
    } else if (kind === 'proof') {
      if (isClaimless(text, tokens, match, sentences)) continue;
      check.claims.all += 1;
      if (hasSource(found.start)) {
        check.claims.sourced += 1;
        continue;
      }
      if (/^[%\s]*$/.test(raw)) found.start = startOfNumber(text, found.start);
    } else {
      if (replacement !== '') {
        if (isInReplacement(text, found, replacement)) continue;
        if (kind !== 'avoid') found.fix = inCaseOf(raw, replacement);
      }
    }
    check.passages.push(found);
  }
  rules.forEach((rule, index) => {
    if (rule.kind === 'require' && rule.terms.some((term) => isAddressIn(text, term))) {
      check.met.add(index);
    }
  });
  return check;
}

/** Of matches of the same rule that overlap, the first, and of those the longest. */
function longest(matches: Match[]): Match[] {
  const ends = new Map<number, number>();
  return matches
    .sort((one, other) => one.first - other.first || other.last - one.last)
    .filter(({ rule, first, last }) => {
      if (first <= (ends.get(rule) ?? -1)) return false;
      ends.set(rule, last);
      return true;
    });
}

/** Required addresses may be hidden behind a link. */
function isAddressIn(text: string, term: string): boolean {
  return /[./@]/.test(term) && text.toLowerCase().includes(term.trim().toLowerCase());
}

function plain(passage: string): string {
  return normalizeText(passage, 'NFC')
    .replace(/[*_~\u00ad\u200b]/g, '')
    .replace(/\s+/gu, ' ');
}

/** Written as the rule has it, or in a line of capitals, in an address, or as a hashtag. */
function isWritten(
  text: string,
  { start, end }: Sentence,
  term: string,
  sentences: readonly Sentence[],
): boolean {
  const raw = plain(text.slice(start, end));
  if (raw === plain(term.trim())) return true;
  if (text[start - 1] === '#') return true;
  if (raw !== raw.toUpperCase()) return false;
  const sentence = sentences[sentenceAt(sentences, start)]!;
  const around = text.slice(
    Math.max(sentence.start, start - 200),
    Math.min(sentence.end, end + 200),
  );
  return around === around.toUpperCase() && around.trim().length > raw.length;
}

/** Taken back by a negation, asked, an offer, or an idiom. */
function isClaimless(
  text: string,
  { starts, ends, words, wordCount }: Tokens,
  { first, last, text: term }: Match,
  sentences: readonly Sentence[],
): boolean {
  const sentence = sentences[sentenceAt(sentences, starts[first]!)]!;
  const at = firstWordFrom(words, wordCount, first);
  const word = (index: number): string => {
    const token = words[index];
    if (index < 0 || index >= wordCount || token === undefined) return '';
    const start = starts[token]!;
    if (start < sentence.start || start >= sentence.end) return '';
    return foldedWord(text.slice(start, ends[token]));
  };
  const before = Array.from({ length: BEFORE }, (_, index) => word(at - BEFORE + index));
  const after = word(firstWordFrom(words, wordCount, last + 1));
  const claim = term.trim();
  return (
    isNegated([...before, word(at)]) ||
    isOffer(claim, after) ||
    isNumbering(claim, before.at(-1) ?? '') ||
    isPlainBest(claim, after) ||
    isAsked(text, sentence)
  );
}

/** The index of the first word at or behind a token. */
function firstWordFrom(words: Int32Array, count: number, token: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]! < token) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Digits that are read back from a percent sign. */
const MAX_NUMBER = 12;

/** A percent sign is shown with its number. */
function startOfNumber(text: string, percent: number): number {
  const before = text.slice(Math.max(0, percent - MAX_NUMBER), percent);
  const number = /\d[\d.,]{0,10}\s?$/u.exec(before)?.[0] ?? '';
  return percent - number.length;
}

/** Whether a passage is misspelled to the letter: hyphens count, and so does ß. */
function isSpelled(raw: string, term: string): boolean {
  const exact = (word: string) =>
    plain(word).trim().toLowerCase().replace(/[’ʼ]/g, "'").replace(/[‐‑]/g, '-');
  return exact(raw) === exact(term.replace(/\*$/, '')) || term.endsWith('*');
}

/** The passage is the replacement, or a part of it that stands there. */
function isInReplacement(text: string, { start, end }: Sentence, replacement: string): boolean {
  const wanted = plain(replacement).toLowerCase();
  const raw = plain(text.slice(start, end)).toLowerCase();
  for (let at = wanted.indexOf(raw); at !== -1; at = wanted.indexOf(raw, at + 1)) {
    const from = start - at;
    if (from >= 0 && text.slice(from, from + wanted.length).toLowerCase() === wanted) return true;
  }
  return false;
}

/** A replacement that begins as large as what it replaces. */
function inCaseOf(raw: string, replacement: string): string {
  const letters = raw.replace(/[^\p{L}]/gu, '');
  if (letters.length > 1 && letters === letters.toUpperCase()) return replacement.toUpperCase();
  const [first = ''] = letters;
  if (first === '' || first !== first.toUpperCase()) return replacement;
  const [begin = ''] = replacement;
  return begin.toUpperCase() + replacement.slice(begin.length);
}
