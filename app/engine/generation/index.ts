export { lastAttempt } from './structured/attempts';
export { begin, follow, followContinued, followFrom, stop, wake } from './follow/follow-text';
export { type LiveText, liveText, onTextEnd, useLiveText } from './follow/live-texts';
export { type GenerationState, canContinue, isRunning } from './state';
export type { ToolCallView } from './tools/tool-call';
export type { TextEnd } from './follow/text-events';
export { rememberedText, type RequestedText, useGeneratedText } from './follow/use-generated-text';
