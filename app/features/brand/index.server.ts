export { brandBackground } from './background.server';
export type { GroundingFor } from './grounding/grounding';
export { NO_GROUNDING, readGrounding, readOwnGrounding } from './grounding/read-grounding.server';
export { selection } from './grounding/selection';
export { restoreCitations } from './knowledge/citations/archive-sections.server';
export { cutPassage } from './knowledge/citations/cite';
export {
  addPages,
  duplicateCitations,
  findPages,
  removeStrayCitations,
  settleCitations,
  settleOffered,
} from './knowledge/citations/citation-data.server';
export {
  keepOffered,
  keepSources,
  readCitedTitles,
  readPublished,
  retrieveForRewrite,
  retrieveSources,
  type SentSources,
} from './knowledge/citations/retrieve-sources.server';
export { lookSentence } from './look/look';
export { readLook } from './look/look-actions.server';
export { registerContentReader } from './knowledge/sources/content-reader.server';
export { noteContentChange } from './knowledge/sources/note-content-change.server';
export { registerProfileUse } from './profiles/delete-profile.server';
export { draftTerms, readProposal, requestDraft } from './drafting/draft-actions.server';
export { saveDocument } from './drafting/save-document.server';
export {
  hasBrand,
  listProfiles,
  openProfile,
  readBasics,
  readProfileList,
} from './profiles/open-profile.server';
export { createProfile, renameProfile } from './profiles/profile-actions.server';
export { checkedKeys, ignoredFinding, withIgnored } from './voice/check/ignored.server';
export { registerBrand } from './register.server';
