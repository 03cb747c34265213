import type { FormatId } from '../../formats/formats';
import type { BriefLength } from '../briefs/brief';

type Unit = 'words' | 'characters';

/** The length of a text, in words for the model and as a number from which tokens are estimated. */
interface Extent {
  /** As the model is told. */
  words: string;
  unit: Unit;
  max: number;
}

type Extents = Record<BriefLength, Extent>;

function inWords(...ranges: [from: number, to: number][]): Extents {
  return extents(ranges, 'words', ([from, to]) => `${from} to ${to} words`);
}

function inCharacters(...ranges: [from: number, to: number][]): Extents {
  return extents(ranges, 'characters', ([from, to]) => `${from} to ${to} characters`);
}

/** From `from` to `to` parts of at most `max` words or characters each. */
function inParts(
  noun: string,
  unit: Unit,
  ...ranges: [from: number, to: number, max: number][]
): Extents {
  const each = unit === 'words' ? ' each' : '';
  return extents(
    ranges.map(([from, to, max]) => [from, to, to * max, max]),
    unit,
    ([from, to, , max]) =>
      `${from} to ${to} ${noun}` + (each ? ` of at most ${max} words${each}` : ''),
    ([, , total]) => total!,
  );
}

function extents<Range extends number[]>(
  ranges: Range[],
  unit: Unit,
  words: (range: Range) => string,
  max: (range: Range) => number = (range) => range[1]!,
): Extents {
  const [short, medium, long] = ranges.map((range) => ({
    words: words(range),
    unit,
    max: max(range),
  }));
  return { short: short!, medium: medium!, long: long! };
}

const EXTENTS: Record<FormatId, Extents> = {
  'linkedin-post': inWords([60, 100], [130, 200], [250, 350]),
  'x-post': inCharacters([70, 120], [140, 200], [220, 270]),
  'instagram-caption': inWords([25, 50], [70, 120], [150, 250]),
  'facebook-post': inWords([30, 60], [80, 130], [160, 250]),
  thread: inParts('posts', 'characters', [3, 4, 280], [5, 7, 280], [8, 12, 280]),
  article: inWords([400, 600], [800, 1_100], [1_500, 2_000]),
  'case-study': inWords([300, 450], [600, 800], [1_000, 1_300]),
  newsletter: inWords([200, 300], [400, 600], [800, 1_100]),
  hero: inWords([25, 40], [45, 70], [75, 110]),
  features: inWords([80, 130], [150, 250], [300, 450]),
  pricing: inWords([80, 140], [160, 260], [300, 420]),
  faq: inParts('questions', 'words', [3, 4, 60], [6, 8, 70], [10, 12, 80]),
  'landing-page': inWords([250, 400], [500, 750], [900, 1_300]),
  'cold-email': inWords([50, 80], [90, 130], [150, 200]),
  'welcome-sequence': inParts('emails', 'words', [3, 3, 120], [4, 4, 170], [5, 5, 220]),
  promotion: inWords([80, 120], [150, 220], [280, 380]),
  'follow-up': inWords([40, 70], [80, 120], [130, 180]),
};

/** The length of a text, in words for the model. */
export function lengthText(formatId: FormatId, length: BriefLength): string {
  return EXTENTS[formatId][length].words.replace(/^(\d+) to \1 /, '$1 ');
}

/** Tokens per unit: English takes a little less, German and French a little more. */
const TOKENS_PER: Record<Unit, number> = { words: 1.7, characters: 0.35 };

/** The expected tokens for a text of this length, including markup and subject lines. */
export function expectedTokens(formatId: FormatId, length: BriefLength): number {
  const { unit, max } = EXTENTS[formatId][length];
  return Math.ceil(max * TOKENS_PER[unit]) + 40;
}

/** The same limit as in the chat. */
const MAX_TOKENS = 8_000;
/** Reasoning models spend tokens before their first word. */
const MIN_TOKENS = 600;

/** The most tokens that a text may take: some languages need more, and some models write more than requested. */
export function maxTokensFor(formatId: FormatId, length: BriefLength): number {
  const generous = Math.ceil(expectedTokens(formatId, length) * 2.5);
  return Math.min(MAX_TOKENS, Math.max(MIN_TOKENS, generous));
}
