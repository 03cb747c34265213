/** Whatever someone, or something, might take for the beginning of a line. */
const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/**
 * A person's words for a prompt, each line behind a ">": none of it can pose as a heading or as an instruction of ours. Empty
 * for nothing.
 */
export function quotedLines(text: string): string {
  if (text.trim() === '') return '';
  return text
    .split(LINE_BREAKS)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** The same on one line. */
export function quotedLine(text: string): string {
  return quotedLines(text.replace(LINE_BREAKS, ' '));
}
