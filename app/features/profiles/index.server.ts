export { listProfiles, readProfileList, readSelection } from './list-profiles.server';
export { readGrounding } from './read-grounding.server';
export { selectProfile } from './select-profile.server';
export type { ComponentKind } from './component';
export type { ProfileChoice, ProfileList } from './profile';
