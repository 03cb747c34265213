import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  Plugin,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';

import { schema } from './schema';

const { nodes } = schema;

interface Place {
  table: Node;
  /** Of the table's first row. */
  start: number;
  row: number;
  column: number;
}

export function placeInTable($pos: ResolvedPos): Place | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const table = $pos.node(depth);
    if (table.type !== nodes.table) continue;
    return {
      ...{ table, start: $pos.start(depth), row: $pos.index(depth) },
      column: depth < $pos.depth ? $pos.index(depth + 1) : 0,
    };
  }
  return null;
}

/** Where a cell's text begins, in relation to the table's first row. */
function startOf(table: Node, row: number, column: number): number {
  let at = 2;
  for (let above = 0; above < row; above += 1) at += table.child(above).nodeSize;
  for (let left = 0; left < column; left += 1) at += table.child(row).child(left).nodeSize;
  return at;
}

const inTable =
  (command: (place: Place, ...rest: Parameters<Command>) => boolean): Command =>
  (state, ...rest) => {
    const place = placeInTable(state.selection.$from);
    return place !== null && command(place, state, ...rest);
  };

const rowOf = (columns: number, header = false) =>
  nodes.table_row.create(
    null,
    Array.from({ length: columns }, () => nodes.table_cell.create({ header })),
  );

export const addRow = inTable(({ table, start, row, column }, state, dispatch) => {
  if (!dispatch) return true;
  const at = start + startOf(table, row, 0) - 2 + table.child(row).nodeSize;
  const columns = table.child(row).childCount;
  const tr = state.tr.insert(at, rowOf(columns));
  const cell = at + 2 + 2 * Math.min(column, columns - 1);
  dispatch(tr.setSelection(TextSelection.create(tr.doc, cell)).scrollIntoView());
  return true;
});

export const deleteRow = inTable(({ table, start, row }, state, dispatch) => {
  if (table.childCount === 1) return deleteTable(state, dispatch);
  const at = start + startOf(table, row, 0) - 2;
  dispatch?.(state.tr.delete(at, at + table.child(row).nodeSize).scrollIntoView());
  return true;
});

/** One step, however many rows there are. */
function changeColumns(
  state: EditorState,
  { table, start, row, column }: Place,
  change: <T>(cells: readonly T[], added: T) => T[],
): Transaction {
  const rows = table.children.map((one, index) =>
    one.copy(Fragment.from(change(one.children, nodes.table_cell.create({ header: index === 0 })))),
  );
  const align = change<unknown>(alignOf(table), null);
  const next = nodes.table.create({ align }, rows);
  const tr = state.tr.replaceWith(start - 1, start - 1 + table.nodeSize, next);
  const left = Math.min(column, next.child(row).childCount - 1);
  const cell = start + startOf(next, row, left);
  return tr.setSelection(TextSelection.create(tr.doc, cell)).scrollIntoView();
}

export const addColumn = inTable((place, state, dispatch) => {
  const at = place.column + 1;
  dispatch?.(
    changeColumns(state, place, (cells, added) => [
      ...cells.slice(0, at),
      added,
      ...cells.slice(at),
    ]),
  );
  return true;
});

export const deleteColumn = inTable((place, state, dispatch) => {
  if (place.table.child(0).childCount === 1) return deleteTable(state, dispatch);
  dispatch?.(changeColumns(state, place, (cells) => cells.filter((_, at) => at !== place.column)));
  return true;
});

const deleteTable = inTable(({ table, start }, state, dispatch) => {
  if (!dispatch) return true;
  const { tr } = state;
  tr.replaceWith(start - 1, start - 1 + table.nodeSize, nodes.paragraph.create());
  dispatch(tr.setSelection(TextSelection.create(tr.doc, start)).scrollIntoView());
  return true;
});

/** To the cell below; from the last row into a new one. */
export const nextRow = inTable((place, state, dispatch) => {
  const { table, start, row, column } = place;
  if (row === table.childCount - 1) return addRow(state, dispatch);
  const cell = start + startOf(table, row + 1, column);
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, cell)).scrollIntoView());
  return true;
});

export const addTable: Command = ({ selection: { $from }, tr }, dispatch) => {
  if (!$from.parent.isTextblock || $from.depth !== 1) return false;
  if (dispatch) {
    const table = nodes.table.create({ align: [null, null] }, [rowOf(2, true), rowOf(2), rowOf(2)]);
    const isEmpty = $from.parent.content.size === 0;
    const at = isEmpty ? $from.before() : $from.after();
    tr.replaceWith(at, isEmpty ? $from.after() : at, table);
    dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 3)).scrollIntoView());
  }
  return true;
};

function alignOf(table: Node): unknown[] {
  return Array.isArray(table.attrs.align) ? table.attrs.align : [];
}

/**
 * Keeps tables even, whatever was deleted or pasted: Markdown drops cells that no column has. Behind what a cursor can't
 * leave it keeps an empty paragraph, which isn't written.
 */
export const tidy = new Plugin({
  appendTransaction: (transactions, _, state) =>
    transactions.some(({ docChanged }) => docChanged) ? tidied(state) : null,
});

function tidied(state: EditorState) {
  const { tr, doc } = state;
  doc.descendants((node, at) => {
    if (node.type !== nodes.table) return !node.isTextblock;
    const columns = Math.max(...node.children.map(({ childCount }) => childCount));
    node.forEach((row, offset, index) => {
      const start = at + 1 + offset;
      row.forEach((cell, within) => {
        if (cell.attrs.header === (index === 0)) return;
        tr.setNodeAttribute(tr.mapping.map(start + 1 + within), 'header', index === 0);
      });
      if (row.childCount === columns) return;
      const missing = rowOf(columns - row.childCount, index === 0).content;
      tr.insert(tr.mapping.map(start + row.nodeSize - 1), missing);
    });
    if (alignOf(node).length > columns) {
      tr.setNodeAttribute(tr.mapping.map(at), 'align', alignOf(node).slice(0, columns));
    }
    return false;
  });
  if (isTrap(doc)) tr.insert(tr.doc.content.size, nodes.paragraph.create());
  return tr.docChanged ? tr : null;
}

/** With a place to write behind the last block. */
export function withEnd(doc: Node): Node {
  return isTrap(doc) ? doc.copy(doc.content.addToEnd(nodes.paragraph.create())) : doc;
}

/** Whether nothing can be typed behind the last block. */
function isTrap({ lastChild }: Node): boolean {
  if (!lastChild) return false;
  const { isLeaf, spec } = lastChild.type;
  return isLeaf || spec.isolating === true || spec.code === true;
}
