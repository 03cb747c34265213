export { COMPONENT_LABELS } from './component-guide';
export type { ComponentKind } from './component';
export type { ProfileChoice, ProfileList } from './profile';
export type { ProfileChange } from './profile-change';
export { selection } from './selection';
