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
export { roughTokens } from './drafting/rough-tokens';
export { Completeness } from './profiles/components/completeness';
export { SentText } from './grounding/components/sent-text';
export type {
  OpenProfile,
  ProfileBasics,
  ProfileChoice,
  ProfileList as ProfileListData,
} from './profiles/profile';
export { loadLanguages } from './knowledge/chunks/load-languages';
export { citedNumbers } from './knowledge/citations/citation';
export { SentPassages } from './knowledge/citations/components/sent-passages';
export { useCitations } from './knowledge/citations/use-citations';
export { usePublished, withoutCitations } from './knowledge/citations/without-citations';
export { localSelection, onLocalSelection, selection } from './grounding/selection';
export { useProfiles, type Profiles } from './profiles/use-profiles';
export {
  type ComponentField,
  FIELD_GUIDES,
  isTextTooLong,
  MAX_NAME as MAX_BRAND_NAME,
  tooLongText,
} from './components/component';
export { DraftLook } from './drafting/components/draft-look';
export { ReadingNote } from './drafting/components/reading-note';
export { materialProblems, type ProfileDraft } from './drafting/draft';
export { MATERIAL_FILES, type ReadMaterial, readNote, withRead } from './drafting/material';
export { DRAFT_FIELDS } from './drafting/parse-draft';
export { proposalIn, proposedText } from './drafting/review';
export { useDraft, useReview } from './drafting/use-draft';
export { keepSuggestedLook, useLookSuggestion } from './drafting/use-look-suggestion';
export { useMaterial } from './drafting/use-material';
export { changeOf, checkVoice, MAX_CHECKED } from './voice/check/check-voice';
export { requestException, useVoiceRules } from './voice/check/use-voice-rules';
export { useCited } from './voice/facts/use-cited';
export { type Finding, RULE_LIMITS, type Score, type Severity } from './voice/rule';
