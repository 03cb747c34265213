import { fieldsOf } from '~/lib/json';

import {
  type Component,
  type ComponentKind,
  type ComponentText,
  isTextTooLong,
  textsOf,
} from './component';
import {
  createTextEditor,
  type EditorOptions,
  type EditorState as TextEditorState,
  invalidOf,
  refusedTexts,
  type TextRules,
  unsavedOf,
} from './text-editor';

export { mergeTexts, PAUSE_MS, type SaveState, saveState } from './text-editor';

export type EditorState = TextEditorState<ComponentText, Component>;
export type ComponentEditor = ReturnType<typeof createComponentEditor>;

function rulesOf(kind: ComponentKind): TextRules<ComponentText> {
  return {
    texts: textsOf(kind),
    isInvalid: isTextTooLong,
  };
}

/** The fields that differ from the server's state, except those in conflict. */
export function unsavedTexts(kind: ComponentKind, state: EditorState): ComponentText[] {
  return unsavedOf(rulesOf(kind), state);
}

export function tooLongTexts(kind: ComponentKind, state: EditorState): ComponentText[] {
  return invalidOf(rulesOf(kind), state);
}

/** The component that a server sent in a refusal; null if it sent none. */
export function refusedComponent(kind: ComponentKind, body: unknown): Component | null {
  const { id, sharedWith } = fieldsOf(body);
  const texts = refusedTexts(body, textsOf(kind));
  if (texts === null || (id !== null && typeof id !== 'string')) return null;
  return { ...texts, id, sharedWith: Array.isArray(sharedWith) ? sharedWith.filter(isNamed) : [] };
}

function isNamed(json: unknown): json is Component['sharedWith'][number] {
  const { id, name } = fieldsOf(json);
  return typeof id === 'string' && typeof name === 'string';
}

/** Edits one component of a profile. */
export function createComponentEditor({
  kind,
  ...options
}: Omit<EditorOptions<ComponentText, Component>, 'rules'> & { kind: ComponentKind }) {
  return { kind, ...createTextEditor({ ...options, rules: rulesOf(kind) }) };
}
