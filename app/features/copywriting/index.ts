export { SaveAsContent } from './library/content/components/save-as-content';
export { FormatChecks } from './formats/components/format-checks';
export { FormatPreview } from './formats/components/format-preview';
export { CATEGORIES } from './formats/categories';
export { formatById, formatsOf, type FormatId } from './formats/formats';
