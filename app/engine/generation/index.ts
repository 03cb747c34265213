export { begin } from './begin-text';
export { follow, followAgain, followFrom, wake } from './follow-text';
export { liveText, onTextEnd, type LiveText } from './live-texts';
export { canContinue, isRunning, type GenerationState } from './state';
export { stop } from './stop-text';
export type { TextEnd } from './text-events';
export { useLiveText } from './use-live-text';
