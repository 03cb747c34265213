import type { Token, Tokens } from 'marked';
import type { Mark, Node } from 'prosemirror-model';

import { schema } from './schema';

const { nodes, marks: kinds } = schema;

/** The node of a block; what the editor can't represent becomes a block that shows its source. */
export function blockNode(token: Token): Node {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return nodes.paragraph.create(null, inlineNodes(childrenOf(token)));
    case 'heading': {
      const { depth: level, raw } = token as Tokens.Heading;
      const underline = /^ {0,3}#/.test(raw) ? '' : (raw.trimEnd().split('\n').at(-1) ?? '');
      return nodes.heading.create({ level, underline }, inlineNodes(childrenOf(token)));
    }
    case 'code':
      return codeNode(token as Tokens.Code);
    case 'blockquote':
      return nodes.blockquote.create(null, blockNodes(childrenOf(token)));
    case 'hr':
      return nodes.horizontal_rule.create({ source: token.raw.trim() });
    case 'list':
      return listNode(token as Tokens.List);
    case 'table':
      return tableNode(token as Tokens.Table);
    default:
      return sourceNode(token.raw);
  }
}

export function sourceNode(source: string): Node {
  const text = source.trimEnd();
  return nodes.source_block.create(null, text === '' ? null : schema.text(text));
}

function blockNodes(tokens: readonly Token[]): Node[] {
  const blocks = tokens.filter(({ type }) => type !== 'space').map(blockNode);
  return blocks.length > 0 ? blocks : [nodes.paragraph.create()];
}

function childrenOf(token: Token): Token[] {
  if ('tokens' in token && token.tokens) return token.tokens;
  return [{ type: 'text', raw: token.raw, text: token.raw }];
}

function codeNode({ raw, text, lang = '' }: Tokens.Code): Node {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1] ?? '';
  return nodes.code_block.create({ fence, info: lang }, text === '' ? null : schema.text(text));
}

function listNode({ ordered, start, loose, items, raw }: Tokens.List): Node {
  const bullet = /^\s*(?:\d+([.)])|([-*+]))/.exec(raw);
  const type = ordered ? nodes.ordered_list : nodes.bullet_list;
  const attrs = {
    ...(ordered && { start: start === '' ? 1 : start }),
    ...{ bullet: bullet?.[1] ?? bullet?.[2], tight: !loose },
  };
  return type.create(attrs, items.map(itemNode));
}

function itemNode({ tokens, task }: Tokens.ListItem): Node {
  // The editor has no boxes to check.
  if (task) throw new Unrepresentable('a task');
  const blocks = blockNodes(tokens);
  const first = blocks[0]?.type === nodes.paragraph ? [] : [nodes.paragraph.create()];
  return nodes.list_item.create(null, [...first, ...blocks]);
}

/** Thrown for a block that then shows its source. */
class Unrepresentable extends Error {}

function tableNode({ header, rows, align }: Tokens.Table): Node {
  const row = (cells: Tokens.TableCell[], isHeader: boolean) =>
    nodes.table_row.create(
      null,
      cells.map(({ tokens }) =>
        nodes.table_cell.createChecked({ header: isHeader }, inlineNodes(tokens)),
      ),
    );
  return nodes.table.create({ align }, [row(header, true), ...rows.map((one) => row(one, false))]);
}

function inlineNodes(tokens: readonly Token[], marks: readonly Mark[] = []): Node[] {
  return tokens.flatMap((token) => inlineNode(token, marks));
}

function inlineNode(token: Token, marks: readonly Mark[]): Node | Node[] {
  const { raw } = token;
  const within = (mark: Mark) => inlineNodes(childrenOf(token), mark.addToSet(marks));
  switch (token.type) {
    case 'text':
      if ('tokens' in token && token.tokens) return inlineNodes(token.tokens, marks);
      return text(token.text, marks);
    case 'escape':
      return text(token.text, marks);
    case 'strong':
      return within(kinds.strong.create({ mark: raw.slice(0, 2) }));
    case 'em':
      return within(kinds.em.create({ mark: raw.slice(0, 1) }));
    case 'del':
      return within(kinds.strike.create({ mark: raw.startsWith('~~') ? '~~' : '~' }));
    case 'codespan':
      return text(token.text, kinds.code.create().addToSet(marks));
    case 'br':
      return nodes.hard_break.create({ source: raw }, null, marks);
    case 'link': {
      const { href, text: label } = token as Tokens.Link;
      if (!raw.startsWith(`[${label}]`)) break;
      return within(kinds.link.create({ href, close: raw.slice(label.length + 1) }));
    }
  }
  return text(raw, kinds.source.create().addToSet(marks));
}

function text(content: string, marks: readonly Mark[]): Node[] {
  return content === '' ? [] : [schema.text(content, marks)];
}
