export { SaveAsContent } from './library/content/components/save-as-content';
export { FormatChecks, FormatPreview } from './formats/components/format-panels';
export { CATEGORIES } from './formats/categories';
export { formatById, formatsOf, type FormatId } from './formats/formats';
