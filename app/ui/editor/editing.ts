import {
  baseKeymap,
  chainCommands,
  exitCode,
  setBlockType,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Plugin } from 'prosemirror-state';

import { schema } from './schema';

const { nodes, marks } = schema;

const addBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

/** Keys, Markdown as it is typed, and undoing. Tab stays the way out of the editor. */
export function plugins(): Plugin[] {
  return [
    history(),
    inputRules({ rules: RULES }),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': toggleMark(marks.strong),
      'Mod-i': toggleMark(marks.em),
      'Mod-e': toggleMark(marks.code),
      'Mod-]': sinkListItem(nodes.list_item),
      'Mod-[': liftListItem(nodes.list_item),
      'Shift-Enter': chainCommands(exitCode, addBreak),
      Backspace: undoInputRule,
      Enter: splitListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
  ];
}

const RULES = [
  textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, hashes = '']) => ({
    level: hashes.length,
  })),
  textblockTypeInputRule(/^```$/, nodes.code_block),
  wrappingInputRule(/^>\s$/, nodes.blockquote),
  wrappingInputRule(/^([-+*])\s$/, nodes.bullet_list, ([, bullet]) => ({ bullet })),
  wrappingInputRule(/^(\d{1,9})([.)])\s$/, nodes.ordered_list, ([, start, bullet]) => ({
    ...{ start: Number(start), bullet },
  })),
  markRule(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
  markRule(/(?<![*\w])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.em),
  markRule(/`([^`]+)`$/, marks.code),
];

function markRule(pattern: RegExp, mark: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [, text = ''] = match;
    const around = state.doc.resolve(start).marks();
    const node = schema.text(text, mark.create().addToSet(around));
    return state.tr.replaceWith(start, end, node).removeStoredMark(mark);
  });
}

export interface Tool {
  label: string;
  run: Command;
  isActive?: (state: EditorState) => boolean;
}

const markTool = (label: string, mark: MarkType): Tool => ({
  ...{ label, run: toggleMark(mark) },
  isActive: ({ selection: { from, to, empty, $from }, storedMarks, doc }) =>
    empty
      ? mark.isInSet(storedMarks ?? $from.marks()) !== undefined
      : doc.rangeHasMark(from, to, mark),
});

const blockTool = (label: string, type: NodeType, attrs: { level?: number } = {}): Tool => {
  const isActive = ({ selection: { $from } }: EditorState) =>
    $from.parent.hasMarkup(type, { ...$from.parent.attrs, ...attrs });
  const on = setBlockType(type, attrs);
  const off = setBlockType(nodes.paragraph);
  return { label, isActive, run: (state, ...rest) => (isActive(state) ? off : on)(state, ...rest) };
};

const listTool = (label: string, type: NodeType): Tool => {
  const isActive = ({ selection: { $from } }: EditorState) => $from.node(-2)?.type === type;
  const on = wrapInList(type);
  const off = liftListItem(nodes.list_item);
  return { label, isActive, run: (state, ...rest) => (isActive(state) ? off : on)(state, ...rest) };
};

const addTable: Command = (state, dispatch) => {
  const row = (header: boolean) =>
    nodes.table_row.create(
      null,
      [1, 2].map(() => nodes.table_cell.create({ header })),
    );
  const table = nodes.table.create({ align: [null, null] }, [row(true), row(false), row(false)]);
  if (!state.selection.$from.parent.inlineContent || state.selection.$from.depth !== 1)
    return false;
  dispatch?.(state.tr.replaceSelectionWith(table).scrollIntoView());
  return true;
};

/** Links what is selected, or adds the address itself. */
export function link(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const mark = marks.link.create({ href });
    const { tr } = state;
    dispatch?.(
      empty
        ? tr.replaceSelectionWith(schema.text(href, [mark]), false)
        : tr.removeMark(from, to, marks.link).addMark(from, to, mark),
    );
    return true;
  };
}

/** In the order of the toolbar. The link has a form of its own. */
export const TOOLS = {
  bold: markTool('Bold', marks.strong),
  italic: markTool('Italic', marks.em),
  strike: markTool('Strikethrough', marks.strike),
  code: markTool('Code', marks.code),
  heading2: blockTool('Heading', nodes.heading, { level: 2 }),
  heading3: blockTool('Subheading', nodes.heading, { level: 3 }),
  bullets: listTool('Bullet list', nodes.bullet_list),
  numbers: listTool('Numbered list', nodes.ordered_list),
  quote: { label: 'Quote', run: wrapIn(nodes.blockquote) },
  codeBlock: blockTool('Code block', nodes.code_block),
  table: { label: 'Table', run: addTable },
  undo: { label: 'Undo', run: undo },
  redo: { label: 'Redo', run: redo },
} satisfies Record<string, Tool>;
