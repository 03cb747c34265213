export { chooseComponent } from './components/choose-component.server';
export { createProfile } from './profiles/create-profile.server';
export { deleteProfile, readDeletion } from './profiles/delete-profile.server';
export { duplicateProfile } from './profiles/duplicate-profile.server';
export { listProfiles, readProfileList, readSelection } from './profiles/list-profiles.server';
export { findOneOf as findOwnProfile } from './profiles/profile-data.server';
export { openProfile } from './profiles/open-profile.server';
export { registerProfileUse } from './profiles/profile-uses.server';
export { readGrounding, readOwnGrounding } from './grounding/read-grounding.server';
export { renameProfile } from './profiles/rename-profile.server';
export {
  parseDuplicate,
  parseNewProfile,
  parseProfileChange,
  parseSave,
  parseSelection,
} from './requests.server';
export { saveComponent } from './components/save-component.server';
export { selection } from './grounding/selection';
export { selectProfile } from './grounding/select-profile.server';
export type { ComponentKind } from './components/component';
export type { ProfileChoice, ProfileList } from './profiles/profile';
export { continueDraft } from './drafting/continue-draft.server';
export { draftTerms, readDraft } from './drafting/read-draft.server';
export { requestDraft } from './drafting/request-draft.server';
export { parseDraftRequest } from './drafting/requests.server';
export { registerBrand } from './register.server';
