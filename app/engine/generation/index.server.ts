export { readAlong, readProgress, watchGeneration } from './follow.server';
export { type EndedRun, type GenerationKind, registerKind } from './kinds.server';
export { continueText, purgeGeneratedTexts, requestText, textKind } from './request-text.server';
export { drainRuns, startLiveness } from './liveness.server';
export { registerMetering } from './metering.server';
export {
  type QueuedRun,
  restoreRun,
  queueContinuation,
  queueRun,
  startRun,
} from './queue-run.server';
export { streamText } from './stream-text.server';
export {
  conversationTokens,
  runningOfConversation,
  runningOfConversations,
  usageOf,
} from './generation-data.server';
export { stopGeneration } from './stop-generation.server';
export { registerGeneration } from './register.server';
