/** Longer runs of combining marks are normalized only up to here. No script needs more than a few. */
const MARKS_ORDERED = 64;

// The halfwidth voicing marks become combining ones in NFKC and NFKD.
const LONG_RUN = new RegExp(
  String.raw`(?<![\p{M}\uFF9E\uFF9F])[\p{M}\uFF9E\uFF9F]{${MARKS_ORDERED + 1},}`,
  'gu',
);

/**
 * The only place that calls `String.normalize`, whose time grows with the square of a run of combining marks: 600,000
 * of them take minutes. Here the time grows linearly with the length.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  let normalized = '';
  let from = 0;
  for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
    let ordered = index + MARKS_ORDERED;
    if (text.codePointAt(ordered - 1)! > 0xffff) ordered += 1;
    normalized += text.slice(from, ordered).normalize(form);
    from = index + run.length;
    normalized += text.slice(ordered, from);
  }
  return normalized + text.slice(from).normalize(form);
}
