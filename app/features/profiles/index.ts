export { ProfileList } from './components/profile-list';
export { ProfilePage } from './components/profile-page';
export { COMPONENT_LABELS } from './component-guide';
export type { ComponentKind } from './component';
export type { ProfileChoice, ProfileList as ProfileListData } from './profile';
export type { ProfileChange } from './profile-change';
export { localSelection, onLocalSelection } from './local-selection';
export { selection } from './selection';
export { useProfiles, type Profiles } from './use-profiles';
