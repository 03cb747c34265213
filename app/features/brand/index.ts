export { BrandAvatar } from './look/components/brand-avatar';
export type { BrandLook } from './look/look';
export {
  brandTokens,
  PLAIN_THEME,
  SANS,
  themeOf,
  themeTokens,
  type BrandTheme,
} from './look/theme';
export { Completeness } from './profiles/components/completeness';
export { SentText } from './grounding/components/sent-text';
export type {
  ProfileBasics,
  ProfileEvent,
  ProfileChoice,
  ProfileList as ProfileListData,
} from './profiles/profile';
export { localSelection, onLocalSelection, selection } from './grounding/selection';
export { useProfiles, type Profiles } from './profiles/use-profiles';
