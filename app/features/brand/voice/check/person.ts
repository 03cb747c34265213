import { foldedWord } from './characters';
import type { Prose } from './prose';
import { quotedIn } from './quoted';
import type { Sentence } from './sentences';
import type { Tokens } from './tokens';

const words = (list: string) => new Set(list.split(' '));

/** What each of the two says of itself, in English and German. */
const SPEAKERS = {
  I: words("i i'm i've i'd i'll me my myself ich mir mich mein meine meinem meinen meiner meines"),
  we: words(
    "we we're we've we'd we'll us our ours ourselves wir uns unser unsere unserem unseren unserer unseres",
  ),
};
/** Before a Roman numeral. */
const NUMBERED = words(
  'act chapter class level part phase stage type volume war kapitel teil band stufe',
);

/** Where the wrong person speaks: not the `wanted` one, and not in a quote. */
export function wrongPerson(
  prose: Prose,
  { words: at, wordCount, starts, ends }: Tokens,
  wanted: 'we' | 'I',
): Sentence[] {
  const { text } = prose;
  const wrong = wanted === 'we' ? SPEAKERS.I : SPEAKERS.we;
  const quoted = quotedIn(prose);
  const known = new Map<string, boolean>();
  const found: Sentence[] = [];
  let before = '';
  for (let index = 0; index < wordCount; index += 1) {
    const token = at[index]!;
    const start = starts[token]!;
    const end = ends[token]!;
    const word = text.slice(start, end);
    let isWrong = known.get(word);
    if (isWrong === undefined) {
      isWrong = wrong.has(foldedWord(word)) && word !== 'i' && word !== 'US';
      known.set(word, isWrong);
    }
    const isNumeral = word === 'I' && NUMBERED.has(before.toLowerCase());
    // A part of a compound, as in "Ich-Gefühl", isn't a person.
    const isCompound = text[end] === '-' || text[start - 1] === '-';
    if (isWrong && !isNumeral && !isCompound && !quoted[start]) found.push({ start, end });
    before = word;
  }
  return found;
}
