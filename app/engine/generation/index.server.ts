export { readAlong, readProgress, streamText, watchGeneration } from './follow.server';
export { type EndedRun, type GenerationKind, registerKind } from './kinds.server';
export { continueText, purgeGeneratedTexts, requestText, textKind } from './request-text.server';
export { type StructuredFormat, structuredFormat } from './structured/structured-format.server';
export { drainRuns, startLiveness } from './liveness.server';
export { registerMetering } from './metering.server';
export {
  type QueuedRun,
  restoreRun,
  queueContinuation,
  queueRun,
  startRun,
} from './queue-run.server';
export {
  conversationTokens,
  isDemoText,
  runningOfConversations,
  usageOf,
} from './generation-data.server';
export { registerGeneration, stopGeneration } from './stop-generation.server';
