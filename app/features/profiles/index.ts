export { COMPONENT_LABELS } from './component-guide';
export type { ComponentKind } from './component';
export type { ProfileChoice, ProfileList } from './profile';
export type { ProfileChange } from './profile-change';
export { localSelection, onLocalSelection } from './local-selection';
export { selection } from './selection';
