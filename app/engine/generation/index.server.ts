export { readAlong, readProgress, streamText, watchGeneration } from './follow/send-text.server';
export { type EndedRun, type GenerationKind, registerKind } from './kinds.server';
export {
  continueText,
  purgeGeneratedTexts,
  requestText,
  reservationFor,
  textKind,
} from './request-text.server';
export type { ModelInput, Structured } from './run/execute-run.server';
export { type StructuredFormat, structuredFormat } from './structured/structured-format.server';
export { drainRuns, startLiveness } from './run/liveness.server';
export { registerMetering } from './metering.server';
export {
  type QueuedRun,
  type RunContext,
  restoreRun,
  queueContinuation,
  queueRun,
  startRun,
} from './run/queue-run.server';
export {
  conversationTokens,
  isDemoText,
  readThought,
  runningOfConversations,
  type UsedTokens,
  usageOf,
} from './generation-data.server';
export { registerGeneration, stopGeneration } from './run/stop-generation.server';
