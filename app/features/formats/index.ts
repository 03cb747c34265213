export { FormatChecks } from './components/format-checks';
export { FormatPreview } from './components/format-preview';
export {
  CATEGORIES,
  CATEGORY_IDS,
  categoryById,
  categoryName,
  categoryOfCollection,
  collectionOf,
  type Category,
  type CategoryId,
  type Collection,
} from './categories';
export {
  CAMPAIGN_FORMATS,
  FORMAT_IDS,
  formatById,
  FORMATS,
  formatsOf,
  type Format,
  type FormatId,
} from './formats';
export type { FormatChecksProps, FormatPreviewProps } from './shown-text';
