export { Completeness } from './components/components/completeness';
export { SentText } from './grounding/components/sent-text';
export type { ProfileChoice, ProfileList as ProfileListData } from './profiles/profile';
export type { ProfileChange } from './profiles/profile-change';
export { localSelection, onLocalSelection } from './grounding/local-selection';
export { selection } from './grounding/selection';
export { useProfiles, type Profiles } from './profiles/use-profiles';
