import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';

import { MarkdownDocument } from './document';
import { plugins } from './editing';
import { addColumn, addRow, deleteColumn, deleteRow, nextRow } from './tables';

const TABLE = '| a | b |\n| --- | --: |\n| 1 | 2 |\n| 3 | 4 |';

/** The text after commands, run with the cursor in the cell that has these letters. */
function after(letters: string, ...commands: Command[]): string {
  const markdown = new MarkdownDocument();
  let state = EditorState.create({ doc: markdown.read(TABLE), plugins: plugins() });
  let at = 0;
  state.doc.descendants((node, pos) => {
    if (node.isText && node.text === letters) at = pos;
  });
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)));
  for (const command of commands) {
    expect(command(state, (tr) => (state = state.apply(tr)))).toBe(true);
  }
  return markdown.write(state.doc);
}

const type =
  (text: string): Command =>
  ({ tr }, dispatch) => {
    dispatch?.(tr.insertText(text));
    return true;
  };

describe('a table in the editor', () => {
  it.each([
    ['gets a row below', '2', [addRow, type('x')], '| 1 | 2 |\n|  | x |\n| 3 | 4 |'],
    [
      'gets a column to the right, aligned as by default',
      '1',
      [addColumn],
      '| a |  | b |\n| --- | --- | --: |',
    ],
    ['loses a row', '2', [deleteRow], '| --- | --: |\n| 3 | 4 |'],
    [
      'has the next row as its head when the head is deleted',
      'a',
      [deleteRow],
      '| 1 | 2 |\n| --- | --: |\n| 3 | 4 |',
    ],
    ['loses a column with its alignment', '1', [deleteColumn], '| b |\n| --: |\n| 2 |\n| 4 |'],
    ['is left downward by Enter', '1', [nextRow, type('x')], '| x3 | 4 |'],
    ['gets a row by Enter in the last one', '4', [nextRow, type('x')], '| 3 | 4 |\n|  | x |'],
  ])('%s', (_, letters, commands, expected) => {
    expect(after(letters, ...commands)).toContain(expected);
  });

  it('is gone with its last column', () => {
    expect(after('1', deleteColumn, deleteColumn)).toBe('');
  });

  it('stays even when cells are deleted', () => {
    const markdown = new MarkdownDocument();
    const doc = markdown.read(TABLE);
    const state = EditorState.create({ doc, plugins: plugins() });
    // The second cell of the second row.
    const start = 1 + doc.child(0).child(0).nodeSize + 1 + doc.child(0).child(1).child(0).nodeSize;
    const next = state.apply(state.tr.delete(start, start + 3));
    expect(markdown.write(next.doc)).toBe('| a | b |\n| --- | --: |\n| 1 |  |\n| 3 | 4 |');
  });
});
