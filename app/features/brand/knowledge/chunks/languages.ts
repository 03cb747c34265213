// The language of a text, as far as full-text search needs it: by the words that only that language uses all the time.

/** Configurations that every PostgreSQL has, and frequent words of their languages. */
const FREQUENT = {
  english: 'the and of to is for with you that are our this have from your not we be on it',
  german:
    'der die und das ist nicht mit für ein eine wir sie auf den dem zu von im sich auch bei ihr',
  french: 'le les et des est une pour dans que vous nous avec sur pas du au aux votre sont ce',
  spanish: 'el los las y una para con que por del es en su más como nuestro sus está son lo',
  italian: 'il gli e una per con che di del della sono non è più nostro le alla nel anche si',
  portuguese: 'os e uma para com que do da não é em por mais nosso você são ao na dos como',
  dutch: 'het een van en is voor met niet dat wij u op zijn aan ook bij uw de onze naar',
  danish: 'og det er en til af på vi ikke med som den har jeg et din vores kan eller',
  norwegian: 'og det er en til av på vi ikke med som har jeg et din våre kan eller hos',
  swedish: 'och det är en till av på vi inte med som har jag ett din vår kan eller hos för',
  finnish: 'ja on ei se että hän ovat mutta kun tai myös kanssa meidän sinun oli jos niin',
  romanian: 'și este în cu pentru de nu la din sunt care mai pe sau noastre ce fi avem',
  hungarian: 'és az egy nem hogy van meg is de ez vagy csak azt már mint nagyon lehet minden',
  turkish: 've bir bu için ile da de çok daha olarak gibi ne var sizin bizim ya en kadar',
  russian: 'и в не на что с по это как для мы вы из от у нас наш или есть',
} as const;

export type SearchLanguage = keyof typeof FREQUENT | 'simple';

export const SEARCH_LANGUAGES = [...Object.keys(FREQUENT), 'simple'] as SearchLanguage[];

const LANGUAGES_OF = new Map<string, SearchLanguage[]>();
for (const [language, words] of Object.entries(FREQUENT)) {
  for (const word of words.split(' ')) {
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language as SearchLanguage]);
  }
}

/** What is read of a text to tell its language, in UTF-16 units. */
const SAMPLE = 20_000;
/** Fewer words than this prove nothing. */
const MIN_HITS = 3;

/** `simple`, which compares words as they are, when no language stands out. */
export function languageOf(text: string): SearchLanguage {
  const hits = new Map<SearchLanguage, number>();
  let words = 0;
  for (const [word] of text
    .slice(0, SAMPLE)
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    words += 1;
    const languages = LANGUAGES_OF.get(word) ?? [];
    for (const language of languages) hits.set(language, (hits.get(language) ?? 0) + 1);
  }
  const [first, second] = [...hits].toSorted(([, one], [, other]) => other - one);
  if (!first || first[1] < MIN_HITS || first[1] < words * 0.04) return 'simple';
  return second && second[1] === first[1] ? 'simple' : first[0];
}
