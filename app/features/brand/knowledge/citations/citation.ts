interface CitedPassage {
  /** As the text names it: `[1]`. */
  number: number;
  /** The page's or the source's. */
  title: string;
  /** The headings above the passage; may be empty. */
  heading: string;
  passage: string;
}

/** A passage of a brand's documents that a text may cite, or cites. */
export interface CitedChunk extends CitedPassage {
  sourceId: string;
  chunkId: string;
}

/** A page of the web that a text may cite, or cites. */
export interface CitedPage extends CitedPassage {
  /** Where it is, with http or https. */
  address: string;
}

export type Cited = CitedChunk | CitedPage;

export function isPage(cited: Cited): cited is CitedPage {
  return 'address' in cited;
}

/** A passage that a rewrite may cite, on behalf of the text whose part is rewritten. */
export interface Offered extends CitedChunk {
  textId: string;
}

/** A citation for its text's owner: `address` opens the source at the passage. */
export interface ShownCitation extends Pick<Cited, 'number' | 'title' | 'heading' | 'passage'> {
  address: string;
}

/** Maximum lengths in characters (UTF-16 units), and of the list. */
export const CITATION_LIMITS = {
  title: 200,
  heading: 300,
  passage: 600,
  sources: 200,
  address: 2_000,
} as const;

/** The most texts that the browser asks about at once. */
export const MAX_ASKED = 50;

/** `[1]`, and `[1, 2]`, which models write too. */
export const CITATION_MARK = /\[(\d{1,3}(?:[,;] ?\d{1,3}){0,7})\]/g;

/** The highest number that can be a mark. */
export const MAX_NUMBER = 999;

/** The numbers that a text cites, each once. */
export function citedNumbers(text: string): number[] {
  const numbers = new Set<number>();
  for (const [, list = ''] of text.matchAll(CITATION_MARK)) {
    for (const number of list.split(/[,;]/)) numbers.add(Number(number));
  }
  return [...numbers];
}

/**
 * The text without the marks of these numbers, for a place where no one can follow them. Other numbers in brackets stay.
 */
export function withoutCitationMarks(text: string, numbers: ReadonlySet<number>): string {
  if (numbers.size === 0) return text;
  return text.replace(/ ?\[(\d{1,3}(?:[,;] ?\d{1,3}){0,7})\]/g, (mark, list: string) =>
    list.split(/[,;]/).every((number) => numbers.has(Number(number))) ? '' : mark,
  );
}

/** Where its owner reads it. */
export function sourceAddress(profileId: string | null, cited: Cited): string {
  if (isPage(cited)) return cited.address;
  return `/profiles/${profileId}/sources/${cited.sourceId}?chunk=${cited.chunkId}`;
}
