import { Schema } from 'prosemirror-model';

import { safeAddress } from '~/lib/markdown/addresses';

/** A web or email address that a link may have; null for everything else. */
function linkAddress(written: string): string | null {
  const address = safeAddress(written);
  return /^(?:https?|mailto):/i.test(address) ? address : null;
}

/** The address that a person means who types `example.com` or `me@example.com`; null if it can't be one. */
export function typedAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return URL.canParse(text) ? linkAddress(text) : null;
  if (/^[^\s:/@]+@[^\s:/@]+$/.test(text)) return linkAddress(`mailto:${text}`);
  const whole = `https://${text}`;
  return URL.canParse(whole) && new URL(whole).hostname.includes('.') ? linkAddress(whole) : null;
}

/**
 * What the editor can show. Attributes such as `bullet` and `mark` say how something was written, so that an edited block
 * is written in the same way.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      ...{ content: 'inline*', group: 'block' },
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      ...{ content: 'inline*', group: 'block', defining: true },
      attrs: { level: { default: 2 }, underline: { default: '' } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    blockquote: {
      ...{ content: 'block+', group: 'block', defining: true },
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    code_block: {
      ...{ content: 'text*', group: 'block', marks: '', code: true, defining: true },
      attrs: { fence: { default: '```' }, info: { default: '' } },
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: () => ['pre', { spellcheck: 'false' }, ['code', 0]],
    },
    // Markdown that nothing else here represents, as it was written.
    source_block: {
      ...{ content: 'text*', group: 'block', marks: '', code: true, defining: true },
      toDOM: () => ['pre', { class: 'markdown-source', spellcheck: 'false' }, 0],
    },
    horizontal_rule: {
      group: 'block',
      attrs: { source: { default: '---' } },
      parseDOM: [{ tag: 'hr' }],
      toDOM: () => ['hr'],
    },
    bullet_list: {
      ...{ content: 'list_item+', group: 'block' },
      attrs: { bullet: { default: '-' }, tight: { default: true } },
      parseDOM: [{ tag: 'ul' }],
      toDOM: ({ attrs }) => ['ul', { class: attrs.tight ? 'tight' : null }, 0],
    },
    ordered_list: {
      ...{ content: 'list_item+', group: 'block' },
      attrs: { start: { default: 1 }, bullet: { default: '.' }, tight: { default: true } },
      parseDOM: [{ tag: 'ol' }],
      toDOM: ({ attrs }) => [
        'ol',
        { start: String(attrs.start), class: attrs.tight ? 'tight' : null },
        0,
      ],
    },
    list_item: {
      ...{ content: 'paragraph block*', defining: true },
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    table: {
      ...{ content: 'table_row+', group: 'block', isolating: true },
      attrs: { align: { default: [] } },
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['div', { class: 'table-scroll' }, ['table', ['tbody', 0]]],
    },
    table_row: { content: 'table_cell+', parseDOM: [{ tag: 'tr' }], toDOM: () => ['tr', 0] },
    table_cell: {
      ...{ content: 'text*', isolating: true },
      attrs: { header: { default: false } },
      parseDOM: [{ tag: 'td' }, { tag: 'th', attrs: { header: true } }],
      toDOM: ({ attrs }) => [attrs.header ? 'th' : 'td', 0],
    },
    text: { group: 'inline' },
    hard_break: {
      ...{ inline: true, group: 'inline', selectable: false, linebreakReplacement: true },
      attrs: { source: { default: '\n' } },
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    // What a line of Markdown has that the editor doesn't show otherwise, such as images and formulas.
    source: {
      excludes: '_',
      inclusive: false,
      toDOM: () => ['span', { class: 'markdown-source' }, 0],
    },
    link: {
      attrs: { href: {}, close: { default: '' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = linkAddress(element.getAttribute('href') ?? '');
            return href === null ? false : { href };
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { title: String(attrs.href) }, 0],
    },
    strong: {
      attrs: { mark: { default: '**' } },
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
      toDOM: () => ['strong', 0],
    },
    em: {
      attrs: { mark: { default: '*' } },
      parseDOM: [{ tag: 'em' }, { tag: 'i' }],
      toDOM: () => ['em', 0],
    },
    strike: {
      attrs: { mark: { default: '~~' } },
      parseDOM: [{ tag: 's' }, { tag: 'del' }],
      toDOM: () => ['s', 0],
    },
    code: {
      excludes: 'source strong em strike',
      inclusive: false,
      parseDOM: [{ tag: 'code' }],
      toDOM: () => ['code', { spellcheck: 'false' }, 0],
    },
  },
});
