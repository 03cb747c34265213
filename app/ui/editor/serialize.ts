import type { Mark, Node } from 'prosemirror-model';

import { schema } from './schema';

const { nodes } = schema;

/** How much is escaped: nothing, what begins a block, what else has a meaning, or all that may have one. */
export const ESCAPES = ['none', 'line', 'marks', 'all'] as const;

export interface Style {
  escape: (typeof ESCAPES)[number];
  /** Emphasis as it was written, or by asterisks. */
  asWritten: boolean;
}

/** Blocks below each other. */
function writeBlocks(parent: Node, style: Style, tight = false): string {
  const parts: string[] = [];
  let before: { node: Node; bullet: string } | null = null;
  parent.forEach((node) => {
    if (node.type === nodes.paragraph && node.content.size === 0) return;
    const bullet = bulletAfter(node, before);
    parts.push(writeBlock(node, style, bullet));
    before = { node, bullet };
  });
  return parts.join(tight ? '\n' : '\n\n');
}

/** Two lists below each other would be one, if they had the same bullets. */
export const OTHER_BULLETS: Readonly<Record<string, string>> = {
  '-': '*',
  '*': '-',
  '+': '-',
  '.': ')',
  ')': '.',
};

function bulletAfter(node: Node, before: { node: Node; bullet: string } | null): string {
  const bullet = String(node.attrs.bullet ?? '');
  if (before?.node.type !== node.type || before.bullet !== bullet) return bullet;
  return OTHER_BULLETS[bullet] ?? bullet;
}

export function writeBlock(node: Node, style: Style, bullet = String(node.attrs.bullet)): string {
  const { attrs } = node;
  switch (node.type) {
    case nodes.paragraph:
      return writeLines(node, style);
    case nodes.heading: {
      const text = writeLines(node, style);
      if (attrs.underline !== '' && text !== '') return `${text}\n${attrs.underline}`;
      return `${'#'.repeat(Number(attrs.level))} ${joined(text, ' ')}`.trimEnd();
    }
    case nodes.blockquote:
      return prefixed(writeBlocks(node, style), '> ', '> ');
    case nodes.code_block:
      return writeCode(node);
    case nodes.horizontal_rule:
      return String(attrs.source);
    case nodes.bullet_list:
    case nodes.ordered_list:
      return writeList(node, style, bullet);
    case nodes.table:
      return writeTable(node, style);
    default:
      return node.textContent;
  }
}

function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : line === '' ? rest.trimEnd() : rest) + line)
    .join('\n');
}

function writeCode(node: Node): string {
  const { fence, info } = node.attrs;
  const text = node.textContent;
  if (fence === '') return prefixed(text, '    ', '    ');
  const mark = String(fence)[0] ?? '`';
  let length = String(fence).length;
  for (const run of text.match(mark === '~' ? /~{3,}/g : /`{3,}/g) ?? []) {
    length = Math.max(length, run.length + 1);
  }
  const line = mark.repeat(length);
  return `${line}${info}\n${text === '' ? '' : `${text}\n`}${line}`;
}

function writeList(list: Node, style: Style, bullet: string): string {
  const items: string[] = [];
  const tight = list.attrs.tight === true;
  list.forEach((item, _, index) => {
    const ordered = list.type === nodes.ordered_list;
    const marker = ordered ? `${Number(list.attrs.start) + index}${bullet} ` : `${bullet} `;
    const content = writeBlocks(item, style, tight);
    items.push(prefixed(content, marker, ' '.repeat(marker.length)).trimEnd());
  });
  return items.join(tight ? '\n' : '\n\n');
}

function writeTable(table: Node, style: Style): string {
  const rows: string[] = [];
  let columns = 0;
  table.forEach((row, _, index) => {
    const cells: string[] = [];
    row.forEach((cell) => {
      const text = joined(writeInline(cell, style), ' ');
      cells.push(text.replaceAll('|', '\\|'));
    });
    if (index === 0) columns = cells.length;
    rows.push(`| ${cells.join(' | ')} |`);
    if (index > 0) return;
    const align: unknown[] = Array.isArray(table.attrs.align) ? table.attrs.align : [];
    const dashes = Array.from({ length: columns }, (__, column) => DASHES[String(align[column])]);
    rows.push(`| ${dashes.map((one) => one ?? '---').join(' | ')} |`);
  });
  return rows.join('\n');
}

const DASHES: Readonly<Record<string, string>> = { left: ':--', right: '--:', center: ':-:' };

/** What begins a block at the start of a line, up to the character that is escaped. */
const OPENING = /^(\s*)(\d{1,9}(?=[.)](?:\s|$))|(?=[-+>#=~`:|]))/;

function writeLines(node: Node, style: Style): string {
  const text = writeInline(node, style);
  if (style.escape === 'none') return text;
  return text
    .split('\n')
    .map((line) => line.replace(OPENING, '$1$2\\'))
    .join('\n');
}

/** Marks from the outside to the inside, as far as they allow a choice. */
function writeInline(parent: Node, style: Style): string {
  let written = '';
  let open: Mark[] = [];
  /** Blanks go outside of what ends before them: emphasis can't begin or end with one. */
  let blanks = '';
  const closeTo = (keep: number): void => {
    for (const mark of open.slice(keep).reverse()) written += closing(mark, style);
    open = open.slice(0, keep);
  };
  parent.forEach((node) => {
    const marks = node.marks.filter(({ type }) => type.name !== 'code' && type.name !== 'source');
    const kept = open.findIndex((mark) => !mark.isInSet(marks));
    const isExact = node.marks.length > marks.length;
    closeTo(kept === -1 ? open.length : kept);
    if (node.type === nodes.hard_break) {
      written += blanks + String(node.attrs.source);
      blanks = '';
      return;
    }
    const content = node.text ?? '';
    const start = isExact ? '' : (/^\s*/.exec(content)?.[0] ?? '');
    const end = isExact || start === content ? '' : content.slice(content.trimEnd().length);
    written += blanks + start;
    blanks = end;
    const inner = content.slice(start.length, content.length - end.length);
    if (inner === '') return;
    for (const mark of marks) {
      if (mark.isInSet(open)) continue;
      written += opening(mark, style);
      open.push(mark);
    }
    written += isExact ? exact(node, inner) : escaped(inner, style);
  });
  closeTo(0);
  return written + blanks;
}

function exact(node: Node, text: string): string {
  if (schema.marks.source.isInSet(node.marks)) return text;
  let length = 1;
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  while (runs.has(length)) length += 1;
  const isBlank = text.trim() === '';
  const isPadded = !isBlank && text.startsWith(' ') && text.endsWith(' ');
  const pad = isPadded || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return '`'.repeat(length) + pad + text + pad + '`'.repeat(length);
}

function opening(mark: Mark, { asWritten }: Style): string {
  switch (mark.type.name) {
    case 'link':
      return '[';
    case 'strong':
      return asWritten ? String(mark.attrs.mark) : '**';
    case 'em':
      return asWritten ? String(mark.attrs.mark) : '*';
    default:
      return String(mark.attrs.mark);
  }
}

function closing(mark: Mark, style: Style): string {
  if (mark.type.name !== 'link') return opening(mark, style);
  const { href, close } = mark.attrs;
  if (close !== '') return String(close);
  return `](${String(href)
    .replace(/[\s()<>\\]/g, encodeURIComponent)
    .replace(/[()]/g, '\\$&')})`;
}

function escaped(text: string, { escape }: Style): string {
  if (escape === 'marks') return text.replace(/[\\`*_~$]/g, '\\$&');
  if (escape === 'all') return text.replace(/[\\`*_~$[\]<>!@:]/g, '\\$&');
  return text;
}

/** The lines of a text without the blanks around each. */
export function joined(text: string, between: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(between)
    .trim();
}
