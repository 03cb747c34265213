import { normalizeText } from '~/lib/text/normalize';

import { findUrls } from './find-urls';

/** How X weighs a post: the published configuration, version 3 (network-limits.ts names the source). */
const URL_LENGTH = 23;
const EMOJI_WEIGHT = 2;
const DEFAULT_WEIGHT = 2;
const SINGLE: readonly (readonly [first: number, last: number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

// A sequence of several code points counts as one emoji: flags, key caps, skin tones, families. The signs for
// copyright and trade mark are letters unless they are asked for as emoji.
const ONE = String.raw`\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?(?:[\u{E0020}-\u{E007E}]{1,32}\u{E007F})?`;
const EMOJI = new RegExp(
  String.raw`\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|(?![©®](?!\uFE0F))${ONE}(?:\u200D${ONE}){0,16}`,
  'gu',
);

/** How many characters X counts in a text. */
export function weightedLength(text: string): number {
  let length = 0;
  scan(normalizeText(text, 'NFC'), (_, weight) => {
    length += weight;
  });
  return length;
}

/** The part of a text, composed as X composes it, that is within `most` characters; and what is beyond. */
export function splitAtWeight(text: string, max: number): [within: string, beyond: string] {
  const composed = normalizeText(text, 'NFC');
  let length = 0;
  let cut = 0;
  scan(composed, (end, weight) => {
    length += weight;
    if (length <= max) cut = end;
  });
  return [composed.slice(0, cut), composed.slice(cut)];
}

/** Calls with the end of everything that is counted as one, and what it weighs. */
function scan(text: string, visit: (end: number, weight: number) => void): void {
  let start = 0;
  for (const url of findUrls(text)) {
    scanWithoutUrls(text, start, url.start, visit);
    visit(url.end, URL_LENGTH);
    start = url.end;
  }
  scanWithoutUrls(text, start, text.length, visit);
}

function scanWithoutUrls(
  text: string,
  start: number,
  end: number,
  visit: (end: number, weight: number) => void,
): void {
  const part = text.slice(start, end);
  let last = 0;
  for (const match of part.matchAll(EMOJI)) {
    scanPlain(text, start + last, start + match.index, visit);
    last = match.index + match[0].length;
    visit(start + last, EMOJI_WEIGHT);
  }
  scanPlain(text, start + last, end, visit);
}

function scanPlain(
  text: string,
  start: number,
  end: number,
  visit: (end: number, weight: number) => void,
): void {
  for (let at = start; at < end;) {
    const code = text.codePointAt(at) ?? 0;
    at += code > 0xffff ? 2 : 1;
    visit(at, weightOf(code));
  }
}

function weightOf(code: number): number {
  return SINGLE.some(([first, last]) => code >= first && code <= last) ? 1 : DEFAULT_WEIGHT;
}
