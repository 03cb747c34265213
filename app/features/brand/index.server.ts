export { readGrounding, readOwnGrounding } from './grounding/read-grounding.server';
export { selection } from './grounding/selection';
export { lookSentence } from './look/look';
export { readLook } from './look/look-actions.server';
export { purgeLogos } from './look/logos.server';
export { readDeletion, registerProfileUse } from './profiles/delete-profile.server';
export {
  listProfiles,
  openProfile,
  readBasics,
  readProfileList,
} from './profiles/open-profile.server';
export { selectProfile } from './profiles/profile-actions.server';
export { registerBrand } from './register.server';
