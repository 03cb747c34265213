import {
  baseKeymap,
  chainCommands,
  exitCode,
  lift,
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
import type { Mark, MarkType, NodeType, ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Plugin } from 'prosemirror-state';

import { schema } from './schema';
import {
  addColumn,
  addRow,
  addTable,
  deleteColumn,
  deleteRow,
  nextRow,
  placeInTable,
  tidy,
} from './tables';

const { nodes, marks } = schema;

const addBreak: Command = (state, dispatch) => {
  // A cell is one line.
  if (placeInTable(state.selection.$from)) return true;
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
      Enter: chainCommands(nextRow, splitListItem(nodes.list_item)),
    }),
    keymap(baseKeymap),
    tidy,
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
  return new InputRule(
    pattern,
    (state, [, text = ''], start, end) => {
      const around = state.doc.resolve(start).marks();
      const node = schema.text(text, mark.create().addToSet(around));
      return state.tr.replaceWith(start, end, node).removeStoredMark(mark);
    },
    { inCodeMark: false },
  );
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

/** Whether something around the selection is of this type, and how deep it is. */
function depthOf($from: ResolvedPos, is: (type: NodeType) => boolean): number {
  let { depth } = $from;
  while (depth > 0 && !is($from.node(depth).type)) depth -= 1;
  return depth;
}

/** One thing when the tool is on, another when it is off. */
const toggle = (isActive: (state: EditorState) => boolean, on: Command, off: Command) => ({
  isActive,
  run: ((state, ...rest) => (isActive(state) ? off : on)(state, ...rest)) satisfies Command,
});

const blockTool = (label: string, type: NodeType, attrs: { level?: number } = {}): Tool => ({
  label,
  ...toggle(
    ({ selection: { $from } }) => $from.parent.hasMarkup(type, { ...$from.parent.attrs, ...attrs }),
    setBlockType(type, attrs),
    setBlockType(nodes.paragraph),
  ),
});

const isList = (type: NodeType) => type === nodes.bullet_list || type === nodes.ordered_list;

const listTool = (label: string, type: NodeType): Tool => ({
  label,
  ...toggle(
    ({ selection: { $from } }) => $from.node(depthOf($from, isList)).type === type,
    (state, dispatch, ...rest) => {
      const { $from } = state.selection;
      const depth = depthOf($from, isList);
      if (depth === 0) return wrapInList(type)(state, dispatch, ...rest);
      // A list of the other kind stays as loose or tight as it was.
      const { tight } = $from.node(depth).attrs;
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type, { tight }));
      return true;
    },
    liftListItem(nodes.list_item),
  ),
});

const isQuote = (type: NodeType) => type === nodes.blockquote;

const only =
  (isThere: (state: EditorState) => boolean, command: Command): Command =>
  (state, ...rest) =>
    isThere(state) && command(state, ...rest);

/** The link at the cursor or at the beginning of what is selected: where all of it is, and where it leads. */
export function linkAt({ selection: { $from }, doc }: EditorState) {
  const { parent } = $from;
  const markIn = (found: readonly Mark[] | undefined) =>
    found?.find(({ type }) => type === marks.link);
  const mark = markIn($from.nodeAfter?.marks) ?? markIn($from.nodeBefore?.marks);
  if (!mark) return null;
  let first = $from.index();
  if (!parent.maybeChild(first)?.marks.includes(mark)) first -= 1;
  let last = first;
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) first -= 1;
  while (last + 1 < parent.childCount && mark.isInSet(parent.child(last + 1).marks)) last += 1;
  const from = $from.posAtIndex(first);
  const to = $from.posAtIndex(last) + parent.child(last).nodeSize;
  return { from, to, href: String(mark.attrs.href), text: doc.textBetween(from, to) };
}

/** Links what is selected, changes the link that is there, or adds the address itself; null removes the link. */
export function link(href: string | null): Command {
  return (state, dispatch) => {
    const { tr, selection } = state;
    const there = linkAt(state);
    const { from, to } = there && (selection.empty || href === null) ? there : selection;
    if (!dispatch) return true;
    if (href === null) tr.removeMark(from, to, marks.link);
    else if (from === to)
      tr.replaceSelectionWith(schema.text(href, [marks.link.create({ href })]), false);
    else tr.removeMark(from, to, marks.link).addMark(from, to, marks.link.create({ href }));
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** In the order of the toolbar. The link has a form of its own. */
export const TOOLS = {
  bold: markTool('Bold', marks.strong),
  italic: markTool('Italic', marks.em),
  strike: markTool('Strikethrough', marks.strike),
  code: markTool('Code', marks.code),
  heading1: blockTool('Title', nodes.heading, { level: 1 }),
  heading2: blockTool('Heading', nodes.heading, { level: 2 }),
  heading3: blockTool('Subheading', nodes.heading, { level: 3 }),
  bullets: listTool('Bullet list', nodes.bullet_list),
  numbers: listTool('Numbered list', nodes.ordered_list),
  quote: {
    label: 'Quote',
    ...toggle(
      ({ selection: { $from } }) => depthOf($from, isQuote) > 0,
      only(({ selection: { $from } }) => placeInTable($from) === null, wrapIn(nodes.blockquote)),
      lift,
    ),
  },
  codeBlock: blockTool('Code block', nodes.code_block),
  table: { label: 'Table', run: addTable },
  undo: { label: 'Undo', run: undo },
  redo: { label: 'Redo', run: redo },
} satisfies Record<string, Tool>;

/** What is offered besides while the cursor is in a table or a list. */
export function toolsAt({ selection: { $from } }: EditorState): readonly Tool[] {
  if (placeInTable($from)) return IN_TABLE;
  return depthOf($from, isList) > 0 ? IN_LIST : [];
}

const IN_TABLE = [
  { label: 'Add row', run: addRow },
  { label: 'Add column', run: addColumn },
  { label: 'Delete row', run: deleteRow },
  { label: 'Delete column', run: deleteColumn },
];
const IN_LIST = [
  { label: 'Indent', run: sinkListItem(nodes.list_item) },
  { label: 'Outdent', run: liftListItem(nodes.list_item) },
];
