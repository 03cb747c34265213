export { answerExists, readAlong, readProgress, watchAnswer, type Progress } from './follow.server';
export { registerKind, type EndedRun, type GenerationKind } from './kinds.server';
export { drainRuns, startLiveness } from './liveness.server';
export {
  queueContinuation,
  queueRun,
  startRun,
  type QueuedRun,
  type RunRequest,
} from './queue-run.server';
export type { AnswerEnd, Reader } from './runs.server';
export {
  conversationTokens,
  runningOfConversation,
  runningOfConversations,
  usageOf,
} from './tables.server';
export { stopAnswer } from './stop-answer.server';
