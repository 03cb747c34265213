export { PassageEditor, type PassageEditorProps } from './components/passage-editor';
