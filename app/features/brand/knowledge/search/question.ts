import { type SearchLanguage } from '../chunks/languages';

/** More of a question adds no better passages (UTF-16 units). */
export const MAX_QUESTION = 2_000;
const MAX_TERMS = 20;

/** A word of a question in the form that a language gives it. */
export interface Lexeme {
  language: SearchLanguage;
  lexeme: string;
  /** The places of the word in the question, from 1; null without any. */
  positions: number[] | null;
}

/** A word of a question, as PostgreSQL looks for it. */
export interface Term {
  /** As typed, in lower case. */
  word: string;
  /** In PostgreSQL's syntax: its forms in all languages. */
  query: string;
  /** The same within headings. */
  heading: string;
}

/** The terms of a question, without words that say nothing in one of the languages, unless it has no others. */
export function termsOf(lexemes: readonly Lexeme[]): Term[] {
  const languages = new Set(lexemes.map(({ language }) => language));
  languages.delete('simple');
  const places = new Map<number, { word: string; forms: Set<string>; in: Set<SearchLanguage> }>();
  for (const { language, lexeme, positions } of lexemes) {
    for (const position of positions ?? []) {
      const place = places.get(position) ?? { word: '', forms: new Set<string>(), in: new Set() };
      if (language === 'simple') place.word = lexeme;
      else place.in.add(language);
      place.forms.add(lexeme);
      places.set(position, place);
    }
  }
  const all = [...places.entries()].toSorted(([one], [other]) => one - other).map(([, p]) => p);
  const telling = all.filter((place) => place.in.size === languages.size);
  const terms = new Map<string, Term>();
  for (const { word, forms } of telling.length > 0 ? telling : all) {
    if (terms.size === MAX_TERMS) break;
    const quoted = [...forms].toSorted().map(quotedLexeme);
    const query = quoted.join(' | ');
    const heading = quoted.map((form) => `${form}:A`).join(' | ');
    if (!terms.has(query)) terms.set(query, { word, query, heading });
  }
  return [...terms.values()];
}

function quotedLexeme(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

/** More of them would make a query that takes long itself. */
const MAX_COMBINATIONS = 40;

/** A query for what matches at least so many of these queries; null if it would be too long. */
export function quorum(queries: readonly string[], least: number): string | null {
  const combinations: string[][] = [];
  const combine = (from: number, chosen: string[]) => {
    if (combinations.length > MAX_COMBINATIONS) return;
    if (chosen.length === least) {
      combinations.push(chosen);
      return;
    }
    for (let at = from; at < queries.length; at += 1) combine(at + 1, [...chosen, queries[at]!]);
  };
  combine(0, []);
  if (combinations.length === 0 || combinations.length > MAX_COMBINATIONS) return null;
  return combinations.map((all) => `(${all.map((query) => `(${query})`).join(' & ')})`).join(' | ');
}

/** Fuses rankings: what several find, or one finds first, comes first. */
export function fused(rankings: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [rank, id] of ranking.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + rank));
    }
  }
  return [...scores].toSorted(([, one], [, other]) => other - one).map(([id]) => id);
}
