import { registerAccountData } from '~/features/account-data/index.server';
import { registerKind, textKind } from '~/features/generation/index.server';

import { profileSections } from './archive-sections.server';
import { DRAFT_KIND } from './drafting/request-draft.server';

export { chooseComponent } from './choose-component.server';
export { createProfile } from './create-profile.server';
export { deleteProfile, readDeletion } from './delete-profile.server';
export { duplicateProfile } from './duplicate-profile.server';
export { listProfiles, readProfileList, readSelection } from './list-profiles.server';
export { bringInSelection } from './bring-in-profile.server';
export { findOneOf as findOwnProfile } from './profile-table.server';
export { openProfile } from './open-profile.server';
export { registerProfileUse } from './profile-uses.server';
export { readGrounding, readOwnGrounding } from './read-grounding.server';
export { renameProfile } from './rename-profile.server';
export {
  parseDuplicate,
  parseNewProfile,
  parseProfileChange,
  parseSave,
  parseSelection,
} from './requests.server';
export { saveComponent } from './save-component.server';
export { selection } from './selection';
export { selectProfile } from './select-profile.server';
export type { ComponentKind } from './component';
export type { ProfileChoice, ProfileList } from './profile';
export { continueDraft } from './drafting/continue-draft.server';
export { draftTerms, readDraft } from './drafting/read-draft.server';
export { requestDraft } from './drafting/request-draft.server';
export { parseDraftRequest } from './drafting/requests.server';

// Whatever process may end a run, or find one abandoned, must know what to do with its text.
registerKind(DRAFT_KIND, textKind);
registerAccountData('profiles', { sections: profileSections });
