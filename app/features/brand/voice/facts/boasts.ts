import type { Sentence } from '../check/sentences';

// What a text says of a business without a figure, and still only a source can show: that it is ahead of all others, and what it
// guarantees or is certified for.

export interface Boast extends Sentence {
  kind: 'superlative' | 'guarantee';
}

const WORD = "[\\p{L}\\p{N}’'-]{1,24}";
const EN_TOP =
  '(?:best|cheapest|lowest|largest|biggest|oldest|fastest|freshest|finest|healthiest|safest|strongest|smallest|tastiest|friendliest|leading|first|only|most \\p{L}{3,16})';
const DE_TOP =
  '(?:best|billigst|günstigst|preiswertest|größt|ältest|schnellst|frischest|feinst|gesündest|sicherst|stärkst|kleinst|beliebtest|leckerst|führend|erst|einzig)e[nrms]?';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/** Where nothing else is better; without it, something is compared with what is next to it. */
const EN_FIELD = `(?:around|anywhere|worldwide|nationwide|on the market|of its kind|of all time|in (?:town|the (?:city|state|country|county|world|region|area|industry|business|neighborhood|district)|(?!${MONTH})\\p{Lu}\\p{L}+))`;
const DE_FIELD =
  '(?:am Ort|im Ort|vor Ort|in der (?:Stadt|Region|Branche|Gegend)|der (?:Stadt|Region|Branche|Welt)|des Landes|weltweit|bundesweit|weit und breit|aller Zeiten|auf dem Markt|am Markt|im (?:Norden|Süden|Osten|Westen|Land)|in \\p{Lu}\\p{L}+)';
const BEHIND = (field: string) => `(?: ${WORD},?){0,4} ${field}`;
const OWNER =
  "(?:world|town|city|state|country|region|nation|(?!Today|Mom|Mum|Dad|Grandma)\\p{Lu}\\p{L}{1,24})[’']s";

const SUPERLATIVES = [
  // "The best in town", but not "the best time to come".
  `[Tt]he ${EN_TOP}(?! (?:time|way|part|thing|step|day|place to)(?!\\p{L}))${BEHIND(EN_FIELD)}`,
  `${OWNER} (?:number one|${EN_TOP})`,
  `[Dd](?:er|ie|as|en|em) ${DE_TOP}${BEHIND(DE_FIELD)}`,
  // "Kiels älteste Bäckerei".
  `(?!Das|Was|Alles|Als|Es|Dieses|Jenes|Jedes|Unseres)\\p{Lu}\\p{L}{1,24}s (?:größte|älteste|beste|günstigste|beliebteste|erste|einzige)[nrms]?`,
  '[Aa]ward[- ]winning|market leader|[Bb]est[- ]selling|[Pp]reisgekrönte?[nrms]?|Marktführer|meistverkaufte?[nrms]?|Testsieger',
  "(?:the|a|are|is|[’'](?:re|s)|voted|rated|ranked|[Dd]ie|[Dd]er) (?:#1|number one|no\\. ?1|Nr\\. ?1|Nummer eins)",
];
const GUARANTEES = [
  'guaranteed?|guarantees|money[- ]back|money back|warranty|certified|clinically (?:proven|tested)|scientifically proven|dermatologically tested|lab[- ]tested|FDA[- ]approved|patented|risk[- ]free',
  'garantier(?:t|en|te|ter|tes)|Garantie|Geld[- ]zurück|(?:[\\p{L}]{1,16}-)?zertifizierte?[nrms]?|TÜV(?:-geprüft)?|Stiftung Warentest|klinisch (?:bewiesen|getestet|erprobt)|wissenschaftlich (?:bewiesen|belegt)|dermatologisch getestet|patentierte?[nrms]?|nachweislich',
];

/** A whole word or phrase. */
const pattern = (parts: readonly string[], flags: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${parts.join('|')})(?![\\p{L}\\p{N}])`, flags);
const SUPERLATIVE = pattern(SUPERLATIVES, 'gu');
const GUARANTEE = pattern(GUARANTEES, 'giu');

/** Boasts of a text that are read; what comes behind isn't looked at. */
const MAX_BOASTS = 500;

export function boastsIn(text: string): Boast[] {
  const found: Boast[] = [];
  for (const [kind, expression] of [
    ['superlative', SUPERLATIVE],
    ['guarantee', GUARANTEE],
  ] as const) {
    let count = 0;
    for (const { index, 0: quote } of text.matchAll(expression)) {
      found.push({ kind, start: index, end: index + quote.length });
      count += 1;
      if (count === MAX_BOASTS) break;
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
