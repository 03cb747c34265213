export type { GroundingFor } from './grounding/grounding';
export { NO_GROUNDING, readGrounding, readOwnGrounding } from './grounding/read-grounding.server';
export { selection } from './grounding/selection';
export { duplicateCitations, settleCitations } from './knowledge/citation-data.server';
export { embedSources } from './knowledge/embeddings.server';
export {
  keepSources,
  readCitedTitles,
  readFacts,
  readSources,
  type SentSources,
} from './knowledge/read-sources.server';
export { lookSentence } from './look/look';
export { readLook } from './look/look-actions.server';
export { registerContentReader } from './knowledge/sources/content-reader.server';
export { noteContentChange } from './knowledge/sources/note-content-change.server';
export { purgeSources } from './knowledge/sources/source-objects.server';
export {
  drainSources,
  readSource,
  resumeSources,
} from './knowledge/sources/work/read-source.server';
export { purgeLogos } from './look/logos.server';
export { readDeletion, registerProfileUse } from './profiles/delete-profile.server';
export { draftTerms, readProposal, requestDraft } from './drafting/draft-actions.server';
export { saveDocument } from './drafting/save-document.server';
export {
  hasBrand,
  listProfiles,
  openProfile,
  readBasics,
  readProfileList,
} from './profiles/open-profile.server';
export { createProfile, renameProfile, selectProfile } from './profiles/profile-actions.server';
export { checkedKeys, ignoredFinding, withIgnored } from './voice/check/ignored.server';
export { registerBrand } from './register.server';
