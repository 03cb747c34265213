export { canContinue, isRunning, type GenerationState } from './state';
