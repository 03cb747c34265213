/** What separates the decimals of a number: a point in English, a comma in German. */
export type DecimalMark = '.' | ',';

/** Digits with points, commas, or spaces between thousands. */
export const NUMBER = /\d{1,9}(?:[.,]\d{1,9}|[’'\u00a0\u202f]\d{3}){0,4}/uy;
/** `1.200` and `1,200`: with decimals in one language, a thousand in the other. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;
/** Units of a text that are read for its decimal mark. */
const SAMPLE = 4_000;

const words = (list: string) => new Set(list.split(' '));
const ENGLISH = words(
  'the and of to is for with you that are our this from your not we be on it at',
);
const GERMAN = words(
  'der die das und ist nicht mit für ein eine wir sie auf den dem zu von im ab bis',
);

/** How a text writes decimals, by its other numbers, or else by its words; null when neither says so. */
export function decimalMarkOf(text: string): DecimalMark | null {
  const sample = text.slice(0, SAMPLE);
  const points = sample.match(/\d\.\d{1,2}(?![\d.])/g)?.length ?? 0;
  const commas = sample.match(/\d,\d{1,2}(?![\d,])/g)?.length ?? 0;
  if (points !== commas) return points > commas ? '.' : ',';
  let balance = 0;
  for (const [word] of sample.toLowerCase().matchAll(/\p{L}+/gu)) {
    if (ENGLISH.has(word)) balance += 1;
    else if (GERMAN.has(word)) balance -= 1;
  }
  if (balance === 0) return null;
  return balance > 0 ? '.' : ',';
}

/** What a number may mean: one value, or two if its text doesn't say how it writes decimals. */
export function valuesOf(raw: string, decimals: DecimalMark | null): number[] {
  const digits = raw.replace(/[’'\u00a0\u202f]/g, '');
  if (AMBIGUOUS.test(digits)) {
    const thousands = Number(digits.replace(/[.,]/, ''));
    const fraction = Number(digits.replace(',', '.'));
    if (decimals === null) return [thousands, fraction];
    return [digits.includes(decimals) ? fraction : thousands];
  }
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1) return [Number(digits)];
  const whole = digits.slice(0, last).replace(/[.,]/g, '');
  const rest = digits.slice(last + 1);
  const marks = digits.match(/[.,]/g) ?? [];
  // The same mark twice, as in 1,200,000, separates thousands.
  const isWhole = marks.length > 1 && marks.every((mark) => mark === marks[0]);
  return [Number(isWhole ? whole + rest : `${whole}.${rest}`)];
}
