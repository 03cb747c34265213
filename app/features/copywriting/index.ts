export { SaveAsContent } from './library/content/components/save-as-content';

/** Loads the check of an answer against the brand, which is in no first-load bundle. */
export const loadAnswerCheck = () => import('./brand-check/components/answer-check');

/** Loads what fills the wizard's form, which is in no first-load bundle of other pages. */
export const loadBriefStart = () => import('./wizard/briefs/start-brief');
export { BriefPosts } from './wizard/variants/components/brief-posts';
export {
  BRIEF_LIMITS,
  briefAddress,
  type BriefRequest,
  type BriefView,
} from './wizard/briefs/brief';
