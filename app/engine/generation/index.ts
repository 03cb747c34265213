export { lastAttempt } from './structured/attempts';
export { begin, follow, followContinued, followFrom, stop, wake } from './follow-text';
export { type LiveText, liveText, onTextEnd, useLiveText } from './live-texts';
export { type GenerationState, canContinue, isRunning } from './state';
export type { TextEnd } from './text-events';
export { rememberedText, type RequestedText, useGeneratedText } from './use-generated-text';
