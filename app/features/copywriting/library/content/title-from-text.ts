import { plainLine } from '~/lib/plain-line';

import { cleanName } from './content-fields';

const LINES_LOOKED_AT = 50;
const MAX_SUGGESTED = 80;

/**
 * A title for a text: the subject of a mail, else its first heading if it begins with one soon, else its first line; without
 * the marks of Markdown.
 */
export function titleFromText(text: string): string {
  const lines = text.split('\n', LINES_LOOKED_AT).map((line) => line.trim());
  const heading = lines.find((line) => /^#{1,6}\s+\S/.test(line));
  const first = lines.find((line) => bare(line) !== '') ?? '';
  const subject = /^subject:\s*(\S.*)$/i.exec(bare(first).replaceAll('**', ''))?.[1];
  return shortened(subject ?? bare(heading ?? first));
}

function bare(line: string): string {
  if (/^(?:[-*_=]\s*){3,}$/.test(line) || /^(?:```|~~~)/.test(line)) return '';
  const start = line
    .slice(0, 1_000)
    .replace(/^(?:(?:#{1,6}|>|[-*+]|\d+[.)])\s+)+/u, '')
    .replace(/(?<=\s)#+$/, '');
  return plainLine(start);
}

/** At the last word that fits. */
function shortened(line: string): string {
  const title = cleanName(line, MAX_SUGGESTED);
  if (title === cleanName(line, MAX_SUGGESTED + 1)) return title;
  const space = title.lastIndexOf(' ');
  return `${space > MAX_SUGGESTED / 2 ? title.slice(0, space) : title}…`;
}
