import { trimEndOf } from '~/lib/text/trim-ends';

import { TOP_LEVEL_DOMAINS } from './top-level-domains';

export interface FoundUrl {
  start: number;
  end: number;
}

// Labels are bounded as the names of hosts are, so that no text takes it longer than a few steps a character.
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?`;
const BARE_LABEL = '[a-z0-9À-ÖØ-öø-ɏ](?:[a-z0-9À-ÖØ-öø-ɏ-]{0,61}[a-z0-9À-ÖØ-öø-ɏ])?';
const PATH = String.raw`[a-z0-9\p{Script=Cyrillic}À-ÖØ-öø-ɏ!*';:=+,.$/%#[\]\-–_~@|&()]`;
const QUERY = String.raw`[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]`;

const CANDIDATE = new RegExp(
  `(?<![a-z0-9@＠$#＃])(?:(https?://)((?:${LABEL}\\.){1,20}(?:[\\p{L}]{2,63}|xn--[a-z0-9-]{1,59}))` +
    `|(?<![-_./])((?:${BARE_LABEL}\\.){1,20}[a-z]{2,63}))` +
    `(?![a-z0-9@+])(:\\d{1,5})?(/${PATH}{0,4000})?(\\?${QUERY}{0,4000})?`,
  'giu',
);

// What an address does not end with: the sentence around it does.
const NO_PATH_END = /[^a-z0-9\p{Script=Cyrillic}À-ÖØ-öø-ɏ=_#/+\-)]/iu;
const NO_QUERY_END = /[^a-z0-9\-_&=#/]/i;

/** Where a text has addresses that a network makes links of, with or without https://, in their order. */
export function findUrls(text: string): FoundUrl[] {
  const found: FoundUrl[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const [, scheme = '', host, bare, port = '', path = '', query = ''] = match;
    const name = host ?? bare ?? '';
    const known = knownPart(name);
    if (known === null) continue;
    const tail = known === name ? port + ended(path, query) : '';
    found.push({ start: match.index, end: match.index + (scheme + known + tail).length });
  }
  return found;
}

/** The name up to the last label that is a top-level domain; null if there is none. */
function knownPart(name: string): string | null {
  const labels = name.split('.');
  for (let count = labels.length; count > 1; count -= 1) {
    const last = labels[count - 1]?.toLowerCase() ?? '';
    if (TOP_LEVEL_DOMAINS.has(last) || /^xn--|[^a-z]/.test(last)) {
      return labels.slice(0, count).join('.');
    }
  }
  return null;
}

function ended(path: string, query: string): string {
  if (query !== '') {
    const end = trimEndOf(query.slice(1), NO_QUERY_END);
    if (end !== '') return `${path}?${end}`;
  }
  let end = trimEndOf(path, NO_PATH_END);
  let unopened = count(end, ')') - count(end, '(');
  while (end.endsWith(')') && unopened > 0) {
    const shorter = trimEndOf(end.slice(0, -1), NO_PATH_END);
    unopened += count(end.slice(shorter.length), '(') - count(end.slice(shorter.length), ')');
    end = shorter;
  }
  return end;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
