export { readAlong, readProgress, watchAnswer } from './follow.server';
export { registerKind, type EndedRun, type GenerationKind } from './kinds.server';
export { continueText, requestText, textKind } from './request-text.server';
export { purgeGeneratedTexts } from './purge-generated-texts.server';
export { drainRuns, startLiveness } from './liveness.server';
export { keepPastRun } from './keep-past-run.server';
export { queueContinuation, queueRun, startRun, type QueuedRun } from './queue-run.server';
export { streamText } from './stream-text.server';
export {
  conversationTokens,
  runningOfConversation,
  runningOfConversations,
  usageOf,
} from './tables.server';
export { stopAnswer } from './stop-answer.server';
export { registerGeneration } from './register.server';
