import { trimEndOf } from '~/lib/text/trim-ends';

import type { RewriteRequest } from './rewrite';

type Swap = readonly [from: RegExp, to: string];

/** Plainer and livelier words for what people write when they're in a hurry. */
const PLAINER: readonly Swap[] = [
  [/\bin order to\b/g, 'to'],
  [/\butili[sz]e\b/g, 'use'],
  [/\bpurchase\b/g, 'buy'],
  [/\breceive\b/g, 'get'],
  [/\bassist\b/g, 'help'],
  [/\badditional\b/g, 'more'],
  [/\brequire\b/g, 'need'],
  [/\bregarding\b/g, 'about'],
  [/\bapproximately\b/g, 'about'],
  [/\bcommence\b/g, 'begin'],
  [/\bprior to\b/g, 'before'],
  [/\ba wide (?:range|variety) of\b/g, 'many'],
  [/\bhigh[- ]quality\b/g, 'carefully made'],
  [/\bcustomers\b/g, 'the people we work for'],
  [/\bproducts\b/g, 'things we make'],
  [/\bWe offer\b/g, 'You get'],
  [/\bWe provide\b/g, 'You get'],
  [/\bWe are\b/g, "We're"],
  [/\bIt is\b/g, "It's"],
  [/\bdo not\b/g, "don't"],
  [/\bcannot\b/g, "can't"],
  [/\bvery (?=\w)/g, ''],
  [/\breally (?=\w)/g, ''],
];

const FORMAL: readonly Swap[] = [
  [/\b(We|You|They|we|you|they)['’]re\b/g, '$1 are'],
  [/\b(It|it|That|that|There|there)['’]s\b/g, '$1 is'],
  [/\b(I|We|You|we|you)['’]ll\b/g, '$1 will'],
  [/\b(do|does|did|is|are|was|have|has|would|could|should)n['’]t\b/g, '$1 not'],
  [/\bcan['’]t\b/g, 'cannot'],
  [/\b[Hh]ey\b|\b[Hh]i\b/g, 'Hello'],
  [/!+/g, '.'],
];

const PLAIN: readonly Swap[] = [
  [/\b(?:amazing|incredible|awesome|fantastic|unbelievable) /gi, ''],
  [/\b(?:very|really|truly|absolutely) /gi, ''],
  [/!+/g, '.'],
];

const SURE: readonly Swap[] = [
  [/\b(?:we think|we believe|we hope|I think) (?:that )?/g, ''],
  [/\bmaybe |\bperhaps |\bprobably |\bjust |\ba bit /gi, ''],
  [/\bwe try to\b/g, 'we'],
  [/\bcould help\b/g, 'helps'],
  [/\bmay be\b|\bmight be\b/g, 'is'],
];

/** What makes a passage longer without new facts. */
const UNFOLDED = [
  'It sounds like a small thing. But small things are what people remember on the way home.',
  'Think of the last time someone took that trouble for you. You noticed, and you told a friend.',
  'Nobody has to understand how it works. It only has to feel easy, on a Tuesday, in the rain.',
];

/**
 * The demo's new wording of a passage. It follows simple rules instead of an AI, keeps the Markdown, and can't translate,
 * which it says.
 */
export function demoRewrite({ text, action, tone = '' }: RewriteRequest): string {
  const passage = text.trim();
  switch (action) {
    case 'shorten':
      return eachLine(passage, shortened);
    case 'lengthen':
      return `${passage} ${UNFOLDED[passage.length % UNFOLDED.length]}`;
    case 'tone':
      return inTone(passage, tone);
    case 'translate':
      return `${passage} [Demo: translations need an AI provider.]`;
    case 'rewrite':
    case 'instruct':
      return reworded(passage);
  }
}

function reworded(passage: string): string {
  const plainer = eachLine(passage, (words) => swapped(words, PLAINER));
  return plainer === passage ? opened(passage, 'Put simply: ') : plainer;
}

function inTone(passage: string, tone: string): string {
  if (/professional|formal/i.test(tone)) return changed(passage, FORMAL, 'To be clear: ');
  if (/matter|factual|neutral/i.test(tone)) return changed(passage, PLAIN, 'The facts: ');
  if (/confident|bold|direct/i.test(tone)) return changed(passage, SURE, 'No ifs, no buts: ');
  if (/playful|funny|witty/i.test(tone)) return `${opened(passage, 'Psst. ')} 😉`;
  return opened(swapped(passage, PLAINER), 'Good news, neighbors: ');
}

function changed(passage: string, swaps: readonly Swap[], opening: string): string {
  const result = eachLine(passage, (words) => swapped(words, swaps));
  return result === passage ? opened(passage, opening) : result;
}

/** With words before the first sentence, behind the mark of a heading or list. */
function opened(passage: string, opening: string): string {
  const mark = MARK.exec(passage)?.[0] ?? '';
  const words = passage.slice(mark.length);
  // "We" may follow a colon as it is; a name must keep its capital.
  const first = /^(?:We|You|Our|Your|The|It|This|That|There|If|In|On|With|A) /.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words;
  return mark + opening + (opening.trimEnd().endsWith(':') ? first : words);
}

/** The beginning of a heading, a point of a list, or a quotation. */
const MARK = /^ {0,3}(?:#{1,6} |[-*] |\d{1,3}\. |> ?)/;

/** Changes the words of each line, and leaves its mark as it is. */
function eachLine(passage: string, change: (words: string) => string): string {
  return passage
    .split('\n')
    .map((line) => {
      const mark = MARK.exec(line)?.[0] ?? '';
      return mark + change(line.slice(mark.length));
    })
    .join('\n');
}

function swapped(words: string, swaps: readonly Swap[]): string {
  const result = swaps.reduce((text, [from, to]) => text.replace(from, to), words);
  return /^\p{Lu}/u.test(words) ? result.charAt(0).toUpperCase() + result.slice(1) : result;
}

/** About half of its sentences, from the beginning; of a single one, what stands before its last comma. */
function shortened(words: string): string {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences = [...segmenter.segment(words)].map(({ segment }) => segment);
  if (sentences.length > 1) {
    return sentences
      .slice(0, Math.ceil(sentences.length / 2))
      .join('')
      .trimEnd();
  }
  const comma = words.lastIndexOf(', ');
  if (comma < words.length / 3) return words;
  return `${trimEndOf(words.slice(0, comma), /[\s,;:]/)}${/[.!?]$/.exec(words)?.[0] ?? ''}`;
}
