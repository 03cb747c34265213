// What edits, checks, and previews a text that another feature keeps.

export { TextMarks } from '../../brand-check/text-marks';
export { useIgnored } from '../../brand-check/use-ignored';
export { FormatChecks } from '../../formats/components/format-panels';
export { useImageChoice } from '../../formats/use-image-choice';
export { BrandReview } from '../../review/components/brand-review';
export { ContentPreview, FormattedPreview } from './components/content-preview';
export { ContentProblem } from './components/content-problem';
export { FormatPicker } from './components/format-picker';
export { SaveState } from './components/save-state';
export type { ContentEditor, EditorState } from './content-editor';
export { fixIn } from './fix-text';
export { onContentChange, publishHere } from '../saved-requests';
export { showSaved } from './show-saved';
export { useBrandOf } from './use-brand-of';
export { useTextEditor } from './use-text-editor';

export const loadForm = () => import('./components/content-fields-form');
export const loadVersions = () => import('../versions/versions-panel');
