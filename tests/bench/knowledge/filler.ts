import { word } from '../people.ts';
import { DOCUMENTS } from './corpus.ts';

// Passages about nothing, with word frequencies like a natural language, and with the words of the documents among them.

const LITTLE =
  'the a of to and in for is it on with as at by from or an be this that are was we you our your not have has will can'.split(
    ' ',
  );
const OWN = [
  ...new Set(
    Object.values(DOCUMENTS)
      .join(' ')
      .toLowerCase()
      .match(/\p{L}{4,}/gu),
  ),
];
const VOCABULARY = 20_000;
const WORDS_EACH = 150;

/** Numbers below one, the same for the same seed. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The nth passage, of some 1,000 characters. */
export function filler(n: number): string {
  const random = randoms(n * 7_919 + 1);
  const words = Array.from({ length: WORDS_EACH }, () => {
    const kind = random();
    if (kind < 0.35) return LITTLE[Math.floor(random() ** 2 * LITTLE.length)]!;
    if (kind < 0.39) return OWN[Math.floor(random() ** 1.5 * OWN.length)]!;
    // Zipf: the frequency of a word falls with its rank.
    return word(Math.floor(VOCABULARY ** random()));
  });
  const sentences: string[] = [];
  for (let from = 0; from < words.length; from += 15) {
    sentences.push(`${words.slice(from, from + 15).join(' ')}.`);
  }
  return `${sentences.join(' ')}\n`;
}
