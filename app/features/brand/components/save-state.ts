import {
  tooLongTexts,
  unsavedTexts,
  type ComponentEditor,
  type EditorState,
} from './component-editor';

export type SaveState =
  'untouched' | 'saved' | 'saving' | 'waiting' | 'choose' | 'too-long' | 'failed';

/** Whether what was written in a component is safe. */
export function saveState({ kind }: ComponentEditor, state: EditorState): SaveState {
  if (state.failure !== null) return 'failed';
  if (state.saving) return 'saving';
  if (Object.keys(state.conflicts).length > 0) return 'choose';
  const unsaved = unsavedTexts(kind, state);
  const tooLong = tooLongTexts(kind, state);
  if (unsaved.some((text) => !tooLong.includes(text))) return 'waiting';
  if (unsaved.length > 0) return 'too-long';
  return state.component.id === null ? 'untouched' : 'saved';
}
