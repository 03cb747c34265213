export { chooseComponent, saveComponent } from './components/component-actions.server';
export type { ComponentKind } from './components/component';
export {
  continueDraft,
  draftTerms,
  readProposal,
  requestDraft,
} from './drafting/draft-actions.server';
export { readGrounding, readOwnGrounding } from './grounding/read-grounding.server';
export { selection } from './grounding/selection';
export { deleteProfile, readDeletion, registerProfileUse } from './profiles/delete-profile.server';
export {
  listProfiles,
  openProfile,
  readProfileList,
  readSelection,
} from './profiles/open-profile.server';
export type { ProfileChoice } from './profiles/profile';
export {
  createProfile,
  duplicateProfile,
  renameProfile,
  selectProfile,
} from './profiles/profile-actions.server';
export { registerBrand } from './register.server';
