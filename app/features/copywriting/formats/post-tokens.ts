import { trimEndOf } from '~/lib/text/trim-ends';

import { findUrls } from './find-urls';

export interface PostToken {
  kind: 'text' | 'link';
  text: string;
}

const TAG =
  /(?<![\p{L}\p{N}_&/])(?:[#＃](?=[\p{L}\p{N}\p{M}_]*[\p{L}_])[\p{L}\p{N}\p{M}_]{1,100}|@[\p{L}\p{N}_][\p{L}\p{N}_.]{0,60}(?<!\.))/gu;
const HASHTAG = /^[#＃]/;

/** A post cut into what a network colours (addresses, hashtags, mentions) and what it does not. */
export function postTokens(text: string): PostToken[] {
  const tokens: PostToken[] = [];
  const add = (kind: PostToken['kind'], part: string) => {
    if (part !== '') tokens.push({ kind, text: part });
  };
  let last = 0;
  for (const [start, end] of linksOf(text)) {
    add('text', text.slice(last, start));
    add('link', text.slice(start, end));
    last = end;
  }
  add('text', text.slice(last));
  return tokens;
}

/** The hashtags of a post, in their order. */
export function hashtagsOf(text: string): string[] {
  return linksOf(text)
    .map(([start, end]) => text.slice(start, end))
    .filter((link) => HASHTAG.test(link));
}

function linksOf(text: string): [start: number, end: number][] {
  const urls = findUrls(text).map(({ start, end }): [number, number] => [start, end]);
  const links: [number, number][] = [];
  let next = 0;
  for (const match of text.matchAll(TAG)) {
    const start = match.index;
    const end = start + match[0].length;
    while (next < urls.length && urls[next]![1] <= start) links.push(urls[next++]!);
    // The part of an address after `#` is no hashtag.
    const url = urls[next];
    if (!url || url[0] >= end) links.push([start, end]);
  }
  return [...links, ...urls.slice(next)];
}

/**
 * The beginning of a text that is shown before it is folded: so many characters and lines at most, to the last word
 * that fits. The whole text if it is short enough.
 */
export function foldedTo(text: string, limit: { max: number; lines?: number }): string {
  let end = text.length;
  if (limit.lines !== undefined) {
    let line = -1;
    for (let count = 0; count < limit.lines; count += 1) {
      line = text.indexOf('\n', line + 1);
      if (line === -1) break;
    }
    if (line !== -1) end = line;
  }
  if (end <= limit.max) return end === text.length ? text : text.slice(0, end).trimEnd();
  const cut = text.slice(0, limit.max);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  const word = space > limit.max / 2 ? cut.slice(0, space) : cut;
  // Never half of a pair, nor what only joins.
  return trimEndOf(word, /[\ud800-\udbff\u200d\ufe0f]/).trimEnd();
}
