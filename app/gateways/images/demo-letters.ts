import { trimEndOf } from '~/lib/text/trim-ends';
import { normalizeText } from '~/lib/text/normalize';

/**
 * Letters as strokes on a grid of 4 by 6, because a server may have no font installed. Accents are left out, and so are
 * characters that aren't here.
 */
const STROKES: Record<string, string> = {
  A: 'M0 6 2 0 4 6M.7 4H3.3',
  B: 'M0 0V6H2.6Q4 6 4 4.5T2.6 3H0M2.4 3Q3.6 3 3.6 1.5T2.4 0H0',
  C: 'M4 1Q3.2 0 2 0Q0 0 0 3T2 6Q3.2 6 4 5',
  D: 'M0 0V6H1.8Q4 6 4 3T1.8 0Z',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1Q3.2 0 2 0Q0 0 0 3T2 6Q4 6 4 3.4H2.4',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  J: 'M3.4 0V4.4Q3.4 6 1.8 6Q.5 6 .2 4.8',
  K: 'M0 0V6M4 0 0 3.6M1.4 2.4 4 6',
  L: 'M0 0V6H3.8',
  M: 'M0 6V0L2 3.6 4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0Q4 0 4 3T2 6Q0 6 0 3T2 0Z',
  P: 'M0 6V0H2.4Q4 0 4 1.7T2.4 3.4H0',
  Q: 'M2 0Q4 0 4 3T2 6Q0 6 0 3T2 0ZM2.6 4.6 4.2 6.4',
  R: 'M0 6V0H2.4Q4 0 4 1.7T2.4 3.4H0M2.2 3.4 4 6',
  S: 'M3.8.9Q3.2 0 2 0Q.3 0 .3 1.5Q.3 2.7 2 3Q3.9 3.3 3.9 4.6Q3.9 6 2 6Q.7 6 0 5',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4Q0 6 2 6T4 4V0',
  V: 'M0 0 2 6 4 0',
  W: 'M0 0 1 6 2 2.4 3 6 4 0',
  X: 'M0 0 4 6M4 0 0 6',
  Y: 'M0 0 2 3 4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
  0: 'M2 0Q3.8 0 3.8 3T2 6Q.2 6 .2 3T2 0Z',
  1: 'M.8 1.2 2.2 0V6',
  2: 'M.2 1.4Q.4 0 2 0T3.8 1.6Q3.8 2.8 0 6H4',
  3: 'M.2 0H3.6L1.8 2.4Q3.9 2.4 3.9 4.2T2 6Q.6 6 .1 5',
  4: 'M3 6V0L0 4.2H4',
  5: 'M3.6 0H.6L.3 2.8Q1 2.2 2 2.2Q3.9 2.2 3.9 4.1T2 6Q.6 6 0 5',
  6: 'M3.2 0Q.2 1.6.2 4.2Q.2 6 2 6T3.8 4.2T2 2.4Q.6 2.4.3 3.8',
  7: 'M0 0H4L1.4 6',
  8: 'M2 0Q3.6 0 3.6 1.5T2 2.9T.4 1.5T2 0ZM2 2.9Q3.9 2.9 3.9 4.5T2 6T.1 4.5T2 2.9Z',
  9: 'M.8 6Q3.8 4.4 3.8 1.8Q3.8 0 2 0T.2 1.8T2 3.6Q3.4 3.6 3.7 2.2',
  '.': 'M1.9 5.9H2.1',
  ',': 'M2.1 5.6 1.6 6.8',
  '!': 'M2 0V4M1.9 5.9H2.1',
  '?': 'M.4 1.4Q.6 0 2 0T3.6 1.5Q3.6 2.7 2 3.2V4.1M1.9 5.9H2.1',
  '-': 'M.8 3H3.2',
  "'": 'M2 0V1.4',
  ':': 'M1.9 2H2.1M1.9 5.4H2.1',
  '&': 'M4 6 .8 2Q.2.2 1.7 0Q3.3.2 2.6 1.7L.6 3.4Q-.3 5.8 1.8 6Q3.4 5.8 4 3.6',
};

const ADVANCE = 5.6;
const SPACE = 3.4;

/** A text in lines of at most `width` units, `max` of them; the last ends in dots when there is more. */
export function linesOf(text: string, width: number, max: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .split(/\s+/)
    .map(letters)
    .flatMap((long) => partsOf(long, width))) {
    const next = line === '' ? word : `${line} ${word}`;
    if (line !== '' && lengthOf(next) > width) {
      lines.push(line);
      line = word;
    } else line = next;
    if (lines.length === max) break;
  }
  if (lines.length === max) {
    lines[max - 1] = `${trimEndOf(lines[max - 1] ?? '', /[.,!?:-]/)}...`;
    return lines;
  }
  return line === '' ? lines : [...lines, line];
}

/** The SVG paths of a line, and its width in units. */
export function strokesOf(line: string): { path: string; width: number } {
  let x = 0;
  let path = '';
  for (const letter of line) {
    const strokes = STROKES[letter];
    if (strokes) path += `<path d="${strokes}" transform="translate(${x.toFixed(1)} 0)"/>`;
    x += letter === ' ' ? SPACE : ADVANCE;
  }
  return { path, width: Math.max(0, x - ADVANCE + 4) };
}

function lengthOf(line: string): number {
  return [...line].reduce((sum, letter) => sum + (letter === ' ' ? SPACE : ADVANCE), 0);
}

/** A word in parts that each fit into a line. */
function partsOf(word: string, width: number): string[] {
  const max = Math.max(1, Math.floor(width / ADVANCE));
  return word.match(new RegExp(`.{1,${max}}`, 'gu')) ?? [];
}

/** The characters of a text that can be drawn. */
function letters(text: string): string {
  const plain = normalizeText(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/ß/g, 'ss')
    .toUpperCase();
  return [...plain].filter((letter) => STROKES[letter]).join('');
}
