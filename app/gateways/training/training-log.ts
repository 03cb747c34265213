const MAX_LINES = 60;
const MAX_CHARACTERS = 6_000;
const READ_CHARACTERS = 40_000;

/** Escape sequences that colour a terminal. */
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;
/** Links may carry keys. */
const LINKS = /\bhttps?:\/\/\S+/gi;

/** The last lines of a log, as a page can show them: a bar that is drawn over itself is one line. */
export function logTailOf(log: string): string {
  const text = log
    .slice(-READ_CHARACTERS)
    .toWellFormed()
    .replace(COLOURS, '')
    .replace(LINKS, '(link)');
  const lines = text
    .split(/\r?\n/)
    .map((line) => (line.split('\r').findLast((part) => part.trim() !== '') ?? '').trimEnd())
    .map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, ' '))
    .filter((line) => line.trim() !== '');
  return [...lines.slice(-MAX_LINES).join('\n')].slice(-MAX_CHARACTERS).join('');
}

const BAR = /(\d{1,3})%\|[^|\r\n]*\|\s*(\d+)\/(\d+)/g;

/** How far a training of so many steps is, by the bar in its log; other bars are of downloads. */
export function progressOf(log: string, steps: number): number | null {
  let done: number | null = null;
  for (const [, , current, total] of log.slice(-READ_CHARACTERS).matchAll(BAR)) {
    if (Number(total) === steps) done = Math.min(100, Math.round((Number(current) / steps) * 100));
  }
  return done;
}
