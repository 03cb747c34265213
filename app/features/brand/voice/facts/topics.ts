// What a figure is about: the words that stand with it, as far as they can be compared without understanding them.

/** Words that say nothing of what a figure is about, in English and German. */
const EMPTY = new Set(
  (
    'the and for with you your our that this are was were has have had but not all any each per from until till into about only just ' +
    'get gets cost costs price prices priced starts start starting here there they them its one two new more than then when what ' +
    'der die das und für mit sie ihr ihre unser unsere unseren unserem ein eine einen einem einer ist sind war hat haben nicht nur ab ' +
    'bis von vom zum zur bei auf aus den dem des wir gibt kostet kosten preis preise uhr auch noch schon als wie jede jeder jedes je ' +
    'eur euro euros cent dollar dollars usd gbp chf percent prozent'
  ).split(' '),
);
const MIN_LENGTH = 3;
/** Units of a stem at least: shorter ones would make different words the same. */
const MIN_STEM = 4;
const ENDINGS = /(?:ings?|ern|ers?|ed|es|en|em|[sen])$/;

/** The stems of the words that tell what a text is about. `words` are folded. */
export function topicsOf(words: readonly string[]): Set<string> {
  const telling = words.filter(
    (word) => word.length >= MIN_LENGTH && !EMPTY.has(word) && /^\p{L}/u.test(word),
  );
  return new Set(telling.map(stemOf));
}

function stemOf(word: string): string {
  const stem = word.replace(ENDINGS, '');
  return stem.length < MIN_STEM ? word : stem;
}

/** How a part of a text stands to two places of a source. */
export function isAboutOther(
  claim: ReadonlySet<string>,
  place: ReadonlySet<string>,
  other: ReadonlySet<string>,
): boolean {
  const here = shared(claim, place);
  const there = shared(claim, other);
  return there.length > here.length && here.every((word) => other.has(word));
}

function shared(claim: ReadonlySet<string>, place: ReadonlySet<string>): string[] {
  return [...claim].filter((word) => place.has(word));
}
