import type { Token } from 'marked';

import { BLANK_LINE } from './bounded-lexer';
import { definitionsIn, isOpenDefinition, labelsIn, withDefinitions } from './definitions';
import { isClosedMath } from './math';
import { lexBlocks } from './render';
import { tableWork } from './work';

/** A block that grows beyond this is split anyway, or each chunk would cost more than the one before. */
const MAX_BLOCK = 4_000;
/** Code is only escaped, which is quick. */
const MAX_CODE = 32_000;

export interface BlockSplitter {
  /**
   * The blocks of a growing text: all but the last are complete and keep their position. They change only when a link
   * in them gets its definition. A text that doesn't continue the previous one starts over. Once the text is complete,
   * the definitions at its end apply, too.
   */
  update(text: string, complete?: boolean): string[];
}

/**
 * Splits Markdown, while it streams in, into parts that are rendered one by one. Joined, they equal the rendering of
 * the whole text. While it grows, a definition applies to the blocks above once something follows that can't become its
 * title. Two things differ until the text is complete (see `wholeUnlessSame`): a single list, table, or paragraph of
 * more than 4,000 characters, or code of more than 32,000, comes in several parts; and marked itself revises a few
 * oddities, such as a list marked with tabs right below a paragraph and right above a line of dashes.
 */
export function createBlockSplitter(): BlockSplitter {
  let text = '';
  let done: { source: string; labels: ReadonlySet<string>; shown: string }[] = [];
  /** The first definition of each label, as it was written. */
  let definitions = new Map<string, string>();
  /** The complete blocks that contain a label. */
  let uses = new Map<string, number[]>();
  /** Blocks that got a definition since they were last assembled. */
  let outdated = new Set<number>();
  /** The unfinished rest; a split table or code block starts again with its first lines. */
  let tail = '';
  /** How much of the tail has been searched. */
  let searched = 0;
  /** Whether all of the tail is code whose closing fence hasn't arrived. */
  let inCode = false;
  /** A definition in the tail that may still get a title from the lines below it. */
  let held: Block[] = [];
  /** Whether the text was declared complete, so that definitions apply even if more text could change them. */
  let ended = false;

  function startOver(): void {
    text = '';
    done = [];
    definitions = new Map();
    uses = new Map();
    outdated = new Set();
    tail = '';
    searched = 0;
    inCode = false;
    held = [];
    ended = false;
  }

  function finish(source: string): void {
    const labels = labelsIn(source);
    for (const label of labels) {
      const known = uses.get(label);
      if (known) known.push(done.length);
      else uses.set(label, [done.length]);
    }
    done.push({ source, labels, shown: withDefinitions(source, labels, definitions) });
  }

  function define(blocks: Block[]): void {
    for (const { label, source } of definitionsIn(blocks.map(({ token }) => token))) {
      if (definitions.has(label)) continue;
      definitions.set(label, source);
      for (const index of uses.get(label) ?? []) outdated.add(index);
    }
  }

  function bringUpToDate(): void {
    for (const index of outdated) {
      const block = done[index]!;
      block.shown = withDefinitions(block.source, block.labels, definitions);
    }
    outdated.clear();
  }

  function splitTail(): void {
    // A line can change the blocks when it begins and when it's complete.
    const lineStart = tail.lastIndexOf('\n', searched - 1) + 1;
    const lineBegins = tail.slice(lineStart, searched).trim() === '';
    if (!(lineBegins ? /\S/ : /\n/).test(tail.slice(searched))) return;
    // A long list isn't searched again for each line it gets.
    if (tail.length > 1000 && tail.length - searched < tail.length / 32) return;
    searched = tail.length;
    if (inCode && staysOpen(tail, lineStart)) return;
    const all = blocksOf(tail);
    const blocks = settledBlocks(tail, all);
    held = blocks.length < all.length ? blocks.slice(-1) : [];
    const cut = lastCut(tail, blocks);
    // What follows a definition ends it, even within one part; the end of its line doesn't.
    const last = blocks.findLastIndex(
      ({ token }) => token.type !== 'space' || BLANK_LINE.test(token.raw),
    );
    define(blocks.slice(0, Math.max(0, last)));
    for (const { token, start, end } of blocks) {
      if (start >= cut) break;
      if (token.type !== 'space') finish(tail.slice(start, end));
    }
    tail = tail.slice(cut);
    searched = tail.length;
    inCode = staysOpen(tail, 0);
  }

  function cutTail(): void {
    while (tail.length > MAX_BLOCK) {
      const code = staysOpen(tail, 0);
      const longest = code ? MAX_CODE : MAX_BLOCK;
      if (tail.length <= longest) return;
      const cut = cutBefore(tail, longest);
      const head = code ? FENCE : tableWork(tail) !== null ? TABLE_HEAD : null;
      const opening = head?.exec(tail)?.[0] ?? '';
      define(held);
      finish(tail.slice(0, cut));
      tail = (opening.length < longest / 4 ? opening : '') + tail.slice(cut);
      searched = 0;
      inCode = false;
    }
  }

  return {
    update(newText, complete = false) {
      const next = newText.includes('\r') ? newText.replace(/\r\n?/g, '\n') : newText;
      if (!next.startsWith(text) || (ended && next !== text)) startOver();
      tail += next.slice(text.length);
      text = next;
      splitTail();
      cutTail();
      if (complete && !ended) define(blocksOf(tail));
      ended ||= complete;
      bringUpToDate();
      const shown = done.map((block) => block.shown);
      if (tail === '') return shown;
      return [...shown, withDefinitions(tail, labelsIn(tail), definitions)];
    },
  };
}

interface Block {
  token: Token;
  start: number;
  end: number;
}

function blocksOf(source: string): Block[] {
  let tokens: Token[];
  try {
    tokens = lexBlocks(source);
  } catch {
    // It will be shown as it was written: there are no blocks to tell apart.
    return [];
  }
  const blocks: Block[] = [];
  let start = 0;
  for (const token of tokens) {
    // If marked changed a token's source, positions can't be computed any more.
    if (!source.startsWith(token.raw, start)) break;
    const end = start + token.raw.length;
    blocks.push({ token, start, end });
    start = end;
  }
  return blocks;
}

/** The blocks up to the first that may still become a definition, which would absorb all the later ones. */
function settledBlocks(source: string, blocks: Block[]): Block[] {
  const open = blocks.findIndex(
    ({ start }) => source.length - start <= MAX_BLOCK && isOpenDefinition(source, start),
  );
  return open === -1 ? blocks : blocks.slice(0, open + 1);
}

/** The last position before which nothing can change any more, whatever follows. */
function lastCut(source: string, blocks: Block[]): number {
  for (let index = blocks.length - 1; index > 0; index -= 1) {
    const block = blocks[index];
    if (!block || block.token.type === 'space') continue;
    const { start, token } = block;
    let other = index - 1;
    while (blocks[other]?.token.type === 'space') other -= 1;
    const before = blocks[other]?.token;
    const apart = /\n[ \t]*\n$/.test(source.slice(Math.max(0, start - 1000), start));
    // Only a complete line shows what it begins: `2` may become an item of the list before it.
    const whole = source.includes('\n', start);
    const settled = apart || isClosed(before);
    if (whole ? settled || interrupts(token) : settled && !goesOn(before)) return start;
  }
  return 0;
}

/** Blocks that may continue after a blank line. */
function goesOn(token: Token | undefined): boolean {
  return token?.type === 'list' || (token?.type === 'code' && !isFenced(token));
}

function isFenced(token: Token): boolean {
  return /^ {0,3}[`~]/.test(token.raw);
}

/** Blocks that end a paragraph by their first line alone; a table needs its second. */
function interrupts(token: Token): boolean {
  switch (token.type) {
    case 'list':
    case 'blockquote':
    case 'hr':
      return true;
    case 'heading':
      return /^ {0,3}#/.test(token.raw);
    case 'code':
      return isFenced(token);
    default:
      return false;
  }
}

/** Blocks that end with their own last line. */
function isClosed(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return (
    token.type === 'heading' ||
    token.type === 'hr' ||
    (token.type === 'code' && isFenced(token)) ||
    isClosedMath(token)
  );
}

const FENCE = /^ {0,3}(?:(`{3,})[^`\n]*|(~{3,})(?:[^~\n][^\n]*)?)\n/;

const TABLE_HEAD = /^[^\n]*\n[^\n]*\n/;

/** Whether a text that begins with a fence has no closing one from `from` on. */
function staysOpen(source: string, from: number): boolean {
  const opening = FENCE.exec(source);
  const fence = opening?.[1] ?? opening?.[2];
  if (!opening || fence === undefined) return false;
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},} *$`, 'm');
  return !closing.test(source.slice(Math.max(from, opening[0].length)));
}

/** Where to split a block that got too long: before an unindented line, otherwise a line, a word, or anywhere. */
function cutBefore(source: string, longest: number): number {
  const head = source.slice(0, longest);
  const half = longest / 2;
  for (let line = head.lastIndexOf('\n'); line > half; line = head.lastIndexOf('\n', line - 1)) {
    if (/\S/.test(source.charAt(line + 1))) return line + 1;
  }
  for (const mark of ['\n', ' ']) {
    const place = head.lastIndexOf(mark);
    if (place > half) return place + 1;
  }
  const pair = /[\ud800-\udbff]$/.test(head);
  return pair ? longest - 1 : longest;
}
