export { SaveAsContent } from './library/content/components/save-as-content';

/** Loads the check of an answer against the brand, which is in no first-load bundle. */
export const loadAnswerCheck = () => import('./brand-check/components/answer-check');

/** Loads what a text is edited, checked, and previewed with, which is in no first-load bundle of other pages. */
export const loadTextParts = () => import('./library/content/text-parts');

/** Loads what fills the wizard's form, which is in no first-load bundle of other pages. */
export const loadBriefStart = () => import('./wizard/briefs/start-brief');
export { BriefPosts } from './wizard/variants/components/brief-posts';
export {
  BRIEF_LIMITS,
  briefAddress,
  type BriefRequest,
  type BriefView,
} from './wizard/briefs/brief';
export { categoryOf, FORMAT_IDS, formatById, type FormatId, isMarkdown } from './formats/formats';
export type { ImageParts } from './formats/preview-image';
export {
  type ContentItem,
  type ContentText,
  MAX_CONTENT,
  titleFromText,
} from './library/content/content';
export type { TextRequests } from './library/content/use-text-editor';
export type { VersionRequests } from './library/versions/version';
export { findQuoted, type Range } from './rewrite/rewrite';
