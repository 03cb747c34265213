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
