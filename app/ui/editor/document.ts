import type { Token } from 'marked';
import { Fragment, type Node, Slice } from 'prosemirror-model';

import { lexMarkdown } from '~/lib/markdown/render';
import { bareText, indexAt } from '~/ui/rich-text/find-quotes';

import { blockNode, sourceNode } from './parse';
import { schema } from './schema';
import { ESCAPES, joined, OTHER_BULLETS, type Style, writeBlock } from './serialize';

/** Where a block came from: its text, what stood before and after it, and which block of which text it was. */
interface Origin {
  source: string;
  before: string;
  after: string;
  text: object;
  index: number;
}

interface Place {
  start: number;
  end: number;
}

/** Which of the letters beside a place it belongs to: those behind a start, those before an end. */
type Side = 'start' | 'end';

/** A character of the private use area, which no keyboard types. */
const ADDED = '\uE000';
/** How many letters beside a place are compared: fewer where a link's address comes between. */
const COMPARED = [24, 6, 2];
/** How many places that have the same letters are tried. */
const MAX_TRIED = 6;
const MAX_PUNCTUATION = 3;
/** How many texts are remembered: each change from outside, such as a fix of the brand check, is another one. */
const MAX_READ = 20;

interface Written {
  node: Node;
  /** Null when it was changed. */
  origin: Origin | null;
  source: string;
}

/** The ends of the letters on the side of the place, those first that are nearest to where it is expected. */
function nearest(text: string, letters: string, side: Side, expected: number): number[] {
  const found: number[] = [];
  if (letters === '') return found;
  for (let at = text.indexOf(letters); at !== -1; at = text.indexOf(letters, at + 1)) {
    found.push(side === 'start' ? at : at + letters.length);
  }
  const distance = (at: number) => Math.abs(at - expected);
  return found.sort((one, other) => distance(one) - distance(other)).slice(0, MAX_TRIED);
}

const isBlankLine = (between: string) => (between.match(/\r\n?|\n/g)?.length ?? 0) > 1;

/**
 * A Markdown text as a document of the editor, and back. A block that wasn't changed is written as it was read: the editor
 * replaces the nodes of what changes and keeps all others, so that a node tells what it was read from.
 */
export class MarkdownDocument {
  #origins = new WeakMap<Node, Origin>();
  /** The blocks of the last texts that were read, by what they say: undoing makes equal ones, but not the same. */
  #read: Map<string, Node[]>[] = [];
  #written = new WeakMap<Node, string>();
  /** The definitions that links refer to. */
  #definitions = '';
  #empty: { doc: Node; source: string } | null = null;
  #lineEnd = '\n';
  #blocks = 0;
  /** What the text that was read ended with: blanks and line breaks. */
  #final = '';
  #blocksOf: (source: string) => Block[];

  /** With dividers, a line of three dashes stands between texts and never makes the line above it a heading. */
  constructor({ dividers = false } = {}) {
    this.#blocksOf = (source) => blocksOf(source, dividers);
  }

  read(source: string): Node {
    const lines = source.replace(/\r\n?/g, '\n');
    const placeOf = source === lines ? (at: number) => at : placesIn(source);
    if (lines !== source) this.#lineEnd = /\r\n?/.exec(source)?.[0] ?? '\n';
    const blocks = this.#blocksOf(lines);
    this.#blocks = blocks.length;
    this.#final = source.slice(source.trimEnd().length);
    this.#definitions = definitionsOf(blocks, lines);
    const text = {};
    const read = new Map<string, Node[]>();
    const nodes = blocks.map(({ token, start, end }, index) => {
      const written = lines.slice(start, end);
      const node = this.#nodeOf(token, written);
      const from = placeOf(start);
      const to = placeOf(end);
      const before = source.slice(index === 0 ? 0 : placeOf(blocks[index - 1]!.end), from);
      const next = blocks[index + 1];
      const after = source.slice(to, next ? placeOf(next.start) : source.length);
      this.#origins.set(node, { source: source.slice(from, to), before, after, text, index });
      const same = read.get(node.textContent);
      if (same) same.push(node);
      else read.set(node.textContent, [node]);
      return node;
    });
    if (this.#read.push(read) > MAX_READ) this.#read.shift();
    if (nodes.length > 0) return schema.nodes.doc.create(null, nodes);
    const doc = schema.nodes.doc.create(null, schema.nodes.paragraph.create());
    this.#empty = { doc, source };
    return doc;
  }

  /** Text that comes into the document from elsewhere. */
  readPasted(source: string): Node {
    const lines = source.replace(/\r\n?/g, '\n');
    const blocks = this.#blocksOf(lines);
    const definitions = definitionsOf(blocks, lines);
    if (definitions !== '') this.#definitions += `\n${definitions}`;
    const nodes = blocks.map(({ token, start, end }) =>
      this.#nodeOf(token, lines.slice(start, end)),
    );
    return schema.nodes.doc.create(null, nodes);
  }

  write(doc: Node): string {
    return this.#layOut(doc).text;
  }

  /** The text of a document, and where in it each block is; an empty paragraph is nowhere. */
  #layOut(doc: Node): { text: string; places: (Place | null)[] } {
    const places: (Place | null)[] = [];
    if (this.#empty?.doc.eq(doc)) return { text: this.#empty.source, places };
    let text = '';
    let last: Written | null = null;
    for (const node of doc.children) {
      if (node.type === schema.nodes.paragraph && node.content.size === 0) {
        places.push(null);
        continue;
      }
      const origin = this.#originOf(node, last?.origin);
      const source: string = origin?.source ?? this.#sourceOf(node, last?.node);
      text += last ? this.#between(last, { node, origin, source }) : this.#start(origin);
      places.push({ start: text.length, end: text.length + source.length });
      text += source;
      last = { node, origin, source };
    }
    return { text: last === null ? '' : text + this.#end(last), places };
  }

  /** The text of each block with what follows it, as it was read; what stands before the first is part of it. */
  sources(doc: Node): string[] {
    return doc.children.map((node) => {
      const origin = this.#originOf(node);
      return origin === null ? '' : this.#start(origin) + origin.source + origin.after;
    });
  }

  /** From here on the blocks of a document are those of another that equals it, with their sources. */
  adopt(doc: Node, read: Node): void {
    read.children.forEach((node, index) => {
      const origin = this.#origins.get(node);
      const own = doc.maybeChild(index);
      if (origin && own) this.#origins.set(own, origin);
    });
  }

  /** Where in the text a part of the document is; where that can't be told, its blocks are. */
  passageOf(doc: Node, from: number, to: number): Place | null {
    const { text, places } = this.#layOut(doc);
    const first = doc.resolve(from).index(0);
    const $to = doc.resolve(to);
    const last = $to.depth === 0 ? $to.index(0) - 1 : $to.index(0);
    const blocks = places.slice(first, last + 1).filter((place) => place !== null);
    const [above, below] = [blocks[0], blocks.at(-1)];
    if (!above || !below) return null;
    const placeOf = (index: number, at: number, side: Side) => {
      const place = places[index];
      if (!place) return null;
      const source = text.slice(place.start, place.end);
      const inner = this.#placeIn(
        doc.child(index),
        at - doc.resolve(0).posAtIndex(index) - 1,
        side,
        source,
      );
      return inner === null ? null : place.start + inner;
    };
    const start = placeOf(first, from, 'start');
    const end = placeOf(last, to, 'end');
    // Of one block, a part is known by both of its ends.
    if (first === last && (start === null || end === null)) return above;
    return { start: start ?? above.start, end: end ?? below.end };
  }

  /**
   * Where in a block's source a place of the block is: of those beside the same letters, the one at which a letter that is
   * added to the source reads as if it had been added to the block. Null if there is none.
   */
  #placeIn(block: Node, at: number, side: Side, source: string): number | null {
    if (at < 0 || at > block.content.size) return null;
    const $at = block.resolve(at);
    if (!$at.parent.isTextblock) return null;
    if (block.type === schema.nodes.source_block) return at;
    const beside = side === 'start' ? $at.nodeAfter : $at.nodeBefore;
    const added = Fragment.from(schema.text(ADDED, beside?.isText ? beside.marks : []));
    const wanted = shapeOf(block.replace(at, at, new Slice(added, 0, 0)));
    const shown = bareText($at.parent.textBetween(0, $at.parent.content.size, '', '\n'));
    const split = indexAt(shown.places, $at.parentOffset);
    const expected = bareText(block.textBetween(0, at, '', '\n')).characters.length;
    const bare = bareText(source);
    for (const length of COMPARED) {
      const letters =
        side === 'start'
          ? shown.characters.slice(split, split + length)
          : shown.characters.slice(Math.max(0, split - length), split);
      for (const index of nearest(bare.characters, letters, side, expected)) {
        const place = side === 'start' ? bare.places[index]! : bare.places[index - 1]! + 1;
        // Punctuation that could be Markdown isn't compared.
        for (let step = 0; step <= MAX_PUNCTUATION; step += 1) {
          const candidate = side === 'start' ? place - step : place + step;
          if (candidate < 0 || candidate > source.length) break;
          const tried = source.slice(0, candidate) + ADDED + source.slice(candidate);
          if (this.#shapeOf(tried) === wanted) return candidate;
        }
      }
    }
    return null;
  }

  #originOf(node: Node, above?: Origin | null): Origin | null {
    const same = this.#origins.get(node);
    if (same) return same;
    const alike = this.#read.flatMap((read) => read.get(node.textContent) ?? []);
    const equal = alike.filter((other) => other.eq(node));
    const origins = equal.flatMap((other) => this.#origins.get(other) ?? []);
    const follows = ({ text, index }: Origin) => text === above?.text && index === above.index + 1;
    return origins.find(follows) ?? origins.at(-1) ?? null;
  }

  /** What stands between two blocks: what stood there, if it still keeps them apart. */
  #between(above: Written, below: Written): string {
    const [one, other] = [above.origin, below.origin];
    if (one && other && one.text === other.text && one.index === other.index - 1) return one.after;
    const between = one?.after || other?.before;
    if (!between) return this.#lineEnd.repeat(2);
    if (isBlankLine(between)) return between;
    const whole = `${above.source}${between}${below.source}`.replace(/\r\n?/g, '\n');
    if (this.#blocksOf(whole).length === 2) return between;
    return one?.after ? between + this.#lineEnd : this.#lineEnd + between;
  }

  #start(first: Origin | null): string {
    return first?.index === 0 ? first.before : '';
  }

  /** A text ends as the one that was read did. */
  #end({ origin }: Written): string {
    return origin?.index === this.#blocks - 1 ? origin.after : this.#final;
  }

  #sourceOf(node: Node, above: Node | undefined): string {
    const known = this.#written.get(node);
    const isSplitList = above?.type === node.type && above.attrs.bullet === node.attrs.bullet;
    const bullet = isSplitList ? OTHER_BULLETS[String(node.attrs.bullet)] : undefined;
    const isKnown = known !== undefined && bullet === undefined;
    const source = isKnown ? known : this.#writeChecked(node, bullet).source;
    if (bullet === undefined) this.#written.set(node, source);
    return source.replaceAll('\n', this.#lineEnd);
  }

  /** The text of a block, in the first style in which it reads as the same block, as what it was read from does. */
  #writeChecked(node: Node, bullet?: string, read?: string): { source: string; isSame: boolean } {
    const { type, textContent } = node;
    if (type === schema.nodes.source_block || isPlain(node))
      return { source: textContent, isSame: true };
    const wanted = shapeOf(node);
    for (const style of STYLES) {
      const source = writeBlock(node, style, bullet);
      if (source === read || this.#shapeOf(source) === wanted) return { source, isSame: true };
    }
    return { source: writeBlock(node, STYLES.at(-1)!, bullet), isSame: false };
  }

  #shapeOf(source: string): string | null {
    const whole = this.#definitions === '' ? source : `${source}\n\n${this.#definitions}`;
    try {
      const [token, ...more] = lexMarkdown(whole).filter(
        ({ type }) => type !== 'space' && type !== 'def',
      );
      return token && more.length === 0 ? shapeOf(blockNode(token)) : null;
    } catch {
      // Too complex to be read, or nothing that the editor represents: not the same block in any case.
      return null;
    }
  }

  #nodeOf(token: Token | null, written: string): Node {
    if (token === null || written.length > MAX_FORMATTED) return sourceNode(written);
    try {
      const node = blockNode(token);
      node.check();
      if (node.type === schema.nodes.source_block) return node;
      const { source, isSame } = this.#writeChecked(node, undefined, written);
      if (!isSame) return sourceNode(written);
      this.#written.set(node, source);
      return node;
    } catch {
      // What doesn't fit into the schema is shown as its source.
      return sourceNode(written);
    }
  }
}

/** Begins with a letter, and has no character with a meaning in it. */
const PLAIN = /^\p{L}(?:[\p{L}\p{N} ,.;'’"“”()…–—?%-]*[\p{L}\p{N},.;'’"“”()…–—?%])?$/u;

/** Whether a block is sure to read as it's written, which spares reading it. */
function isPlain({ type, childCount, firstChild }: Node): boolean {
  if (type !== schema.nodes.paragraph || childCount !== 1 || !firstChild?.text) return false;
  const { text, marks } = firstChild;
  return marks.length === 0 && PLAIN.test(text) && !/www\./i.test(text);
}

/** In characters. A longer block is shown as its source: each letter that is typed writes and reads its block. */
const MAX_FORMATTED = 40_000;

const STYLES: readonly Style[] = ESCAPES.flatMap((escape) => [
  { escape, asWritten: true },
  { escape, asWritten: false },
]);

interface Block {
  /** Null for text whose blocks can't be told apart. */
  token: Token | null;
  start: number;
  end: number;
}

function definitionsOf(blocks: readonly Block[], lines: string): string {
  return blocks
    .filter(({ token }) => token?.type === 'def')
    .map(({ start, end }) => lines.slice(start, end))
    .join('\n');
}

const DIVIDER = /^[ \t]*---[ \t]*$/m;

/** The blocks of a text, without the blank lines and line breaks between them. */
function blocksOf(source: string, dividers: boolean): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const add = (token: Token | null, raw: string): void => {
    const start = at;
    at += raw.length;
    const end = start + raw.trimEnd().length;
    if (end > start) blocks.push({ token, start, end });
  };
  try {
    for (const token of lexMarkdown(source)) {
      // If marked changed a token's source, positions can't be computed any more.
      if (!source.startsWith(token.raw, at)) break;
      const divider = dividers && token.type === 'heading' ? DIVIDER.exec(token.raw) : null;
      if (token.type === 'space') at += token.raw.length;
      else if (divider === null) add(token, token.raw);
      else {
        for (const one of lexMarkdown(token.raw.slice(0, divider.index))) add(one, one.raw);
        add({ type: 'hr', raw: divider[0] }, token.raw.slice(divider.index));
      }
    }
  } catch {
    blocks.length = 0;
    at = 0;
  }
  if (at < source.length) add(null, source.slice(at));
  return blocks;
}

/** Where a place of the text with `\n` only is in the text as it was. */
function placesIn(source: string): (at: number) => number {
  const places: number[] = [];
  for (let at = 0; at < source.length; at += 1) {
    places.push(at);
    if (source[at] === '\r' && source[at + 1] === '\n') at += 1;
  }
  places.push(source.length);
  return (at) => places[at] ?? source.length;
}

/** What a block says, without how it is written: equal for two that read alike. */
function shapeOf(node: Node): string {
  if (node.isTextblock) {
    let runs = '';
    let marksBefore = '';
    node.forEach((child) => {
      const marks = child.marks
        .filter(({ type }) => type.name !== 'source')
        .map(({ type, attrs }) => type.name + (type.name === 'link' ? String(attrs.href) : ''))
        .sort()
        .join();
      const text = child.text ?? '\n';
      // Blanks look alike with and without emphasis.
      if (marks !== marksBefore && text.trim() !== '') {
        const blanks = runs.slice(runs.trimEnd().length);
        const lead = /^\s*/.exec(text)?.[0] ?? '';
        runs = `${runs.slice(0, runs.length - blanks.length)}\u0001${marks}\u0002${blanks}${lead}${text.trimStart()}`;
        marksBefore = marks;
      } else runs += text;
    });
    const text = node.type.spec.code ? runs : joined(runs, '\n');
    return `${node.type.name}${node.attrs.level ?? ''}(${text})`;
  }
  const children: string[] = [];
  node.forEach((child) => {
    if (child.type.name !== 'paragraph' || child.content.size > 0) children.push(shapeOf(child));
  });
  const { start, tight } = node.attrs;
  return `${node.type.name}${start ?? ''}${tight ?? ''}[${children.join('\u0003')}]`;
}
