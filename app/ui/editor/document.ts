import type { Token } from 'marked';
import type { Node } from 'prosemirror-model';

import { lexMarkdown } from '~/lib/markdown/render';

import { blockNode, sourceNode } from './parse';
import { schema } from './schema';
import { ESCAPES, joined, type Style, writeBlock } from './serialize';

/** Where a block came from: its text, what stood before and after it, and which block of which text it was. */
interface Origin {
  source: string;
  before: string;
  after: string;
  text: object;
  index: number;
}

interface Written {
  node: Node;
  /** Null when it was changed. */
  origin: Origin | null;
  source: string;
}

const isBlankLine = (between: string) => (between.match(/\r\n?|\n/g)?.length ?? 0) > 1;

/**
 * A Markdown text as a document of the editor, and back. A block that nobody changed is written as it was read: the editor
 * replaces the nodes of what changes and keeps all others, so that a node tells what it was read from.
 */
export class MarkdownDocument {
  #origins = new WeakMap<Node, Origin>();
  /** The blocks that were read, by their text: undoing makes equal ones, but not the same. */
  #read = new Map<string, Node[]>();
  #written = new WeakMap<Node, string>();
  /** The definitions that links refer to. */
  #definitions = '';
  #empty: { doc: Node; source: string } | null = null;
  #lineEnd = '\n';
  #blocks = 0;
  /** What the text that was read ended with: blanks and line breaks. */
  #final = '';

  read(source: string): Node {
    const lines = source.replace(/\r\n?/g, '\n');
    const placeOf = source === lines ? (at: number) => at : placesIn(source);
    if (lines !== source) this.#lineEnd = /\r\n?/.exec(source)?.[0] ?? '\n';
    const blocks = blocksOf(lines);
    this.#blocks = blocks.length;
    this.#final = source.slice(source.trimEnd().length);
    this.#definitions = blocks
      .filter(({ token }) => token?.type === 'def')
      .map(({ start, end }) => lines.slice(start, end))
      .join('\n');
    const text = {};
    const nodes = blocks.map(({ token, start, end }, index) => {
      const written = lines.slice(start, end);
      const node = this.#nodeOf(token, written);
      const from = placeOf(start);
      const to = placeOf(end);
      const before = source.slice(index === 0 ? 0 : placeOf(blocks[index - 1]!.end), from);
      const next = blocks[index + 1];
      const after = source.slice(to, next ? placeOf(next.start) : source.length);
      this.#origins.set(node, { source: source.slice(from, to), before, after, text, index });
      const same = this.#read.get(node.textContent);
      if (same) same.push(node);
      else this.#read.set(node.textContent, [node]);
      return node;
    });
    if (nodes.length > 0) return schema.nodes.doc.create(null, nodes);
    const doc = schema.nodes.doc.create(null, schema.nodes.paragraph.create());
    this.#empty = { doc, source };
    return doc;
  }

  write(doc: Node): string {
    if (this.#empty?.doc.eq(doc)) return this.#empty.source;
    let text = '';
    let last: Written | null = null;
    for (const node of doc.children) {
      if (node.type === schema.nodes.paragraph && node.content.size === 0) continue;
      const origin = this.#originOf(node);
      const source: string = origin?.source ?? this.#sourceOf(node, last?.node);
      text += last ? this.#between(last, { node, origin, source }) : this.#start(origin);
      text += source;
      last = { node, origin, source };
    }
    return last === null ? '' : text + this.#end(last);
  }

  /** The text of each block with what follows it, as it was read; what stands before the first is part of it. */
  sources(doc: Node): string[] {
    const sources: string[] = [];
    doc.forEach((node) => {
      const origin = this.#originOf(node);
      sources.push(origin === null ? '' : this.#start(origin) + origin.source + origin.after);
    });
    return sources;
  }

  #originOf(node: Node): Origin | null {
    const same = this.#origins.get(node);
    if (same) return same;
    const equal = this.#read.get(node.textContent)?.find((other) => other.eq(node));
    return (equal && this.#origins.get(equal)) ?? null;
  }

  /** What stands between two blocks: what stood there, if it still keeps them apart. */
  #between(above: Written, below: Written): string {
    const [one, other] = [above.origin, below.origin];
    if (one && other && one.text === other.text && one.index === other.index - 1) return one.after;
    const between = one?.after || other?.before;
    if (!between) return this.#lineEnd.repeat(2);
    if (isBlankLine(between)) return between;
    const whole = `${above.source}${between}${below.source}`.replace(/\r\n?/g, '\n');
    if (blocksOf(whole).length === 2) return between;
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
    if (known !== undefined) return known;
    const isSplitList = above?.type === node.type && above.attrs.bullet === node.attrs.bullet;
    const bullet = isSplitList ? OTHER[String(node.attrs.bullet)] : undefined;
    const source = this.#writeChecked(node, bullet).source.replaceAll('\n', this.#lineEnd);
    if (bullet === undefined) this.#written.set(node, source);
    return source;
  }

  /** The text of a block, in the first style in which it reads as the same block. */
  #writeChecked(node: Node, bullet?: string): { source: string; isSame: boolean } {
    if (node.type === schema.nodes.source_block) return { source: node.textContent, isSame: true };
    const wanted = shapeOf(node);
    for (const style of STYLES) {
      const source = writeBlock(node, style, bullet);
      if (this.#shapeOf(source) === wanted) return { source, isSame: true };
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
      return null;
    }
  }

  #nodeOf(token: Token | null, written: string): Node {
    if (token === null) return sourceNode(written);
    try {
      const node = blockNode(token);
      node.check();
      if (node.type === schema.nodes.source_block) return node;
      return this.#writeChecked(node).isSame ? node : sourceNode(written);
    } catch {
      // What doesn't fit into the schema is shown as its source.
      return sourceNode(written);
    }
  }
}

const OTHER: Readonly<Record<string, string>> = {
  '-': '*',
  '*': '-',
  '+': '-',
  '.': ')',
  ')': '.',
};

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

/** The blocks of a text, without the blank lines and line breaks between them. */
function blocksOf(source: string): Block[] {
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
      if (token.type === 'space') at += token.raw.length;
      else add(token, token.raw);
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
