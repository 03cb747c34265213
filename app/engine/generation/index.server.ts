export {
  generationExists,
  readAlong,
  readProgress,
  watchAnswer,
  type Progress,
} from './follow.server';
export { registerKind, type EndedRun, type GenerationKind } from './kinds.server';
export { continueText, requestText, textKind, type TextRequest } from './request-text.server';
export { purgeGeneratedTexts } from './purge-generated-texts.server';
export { drainRuns, startLiveness } from './liveness.server';
export { generationNodeRoutes } from './node-routes.server';
export { keepPastRun } from './keep-past-run.server';
export { parseOffset } from './parse-offset.server';
export {
  queueContinuation,
  queueRun,
  startRun,
  type QueuedRun,
  type RunRequest,
} from './queue-run.server';
export type { AnswerEnd, Reader } from './runs.server';
export { nodeSink, requireGeneration, streamText, webSink } from './stream-text.server';
export {
  conversationTokens,
  runningOfConversation,
  runningOfConversations,
  usageOf,
} from './tables.server';
export { stopAnswer } from './stop-answer.server';
export { registerGeneration } from './register.server';
