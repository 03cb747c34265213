/** Whatever somebody, or a model, might take for the beginning of a line. */
const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** A person's text as lines that begin with ">", so that none of it can pose as ours. Empty for nothing. */
export function quoted(text: string): string {
  if (text.trim() === '') return '';
  return text
    .split(LINE_BREAKS)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
