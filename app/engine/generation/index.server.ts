export { readAlong, readProgress, textStream, watchGeneration } from './follow/send-text.server';
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
export {
  registerTool,
  type Tool,
  ToolFailure,
  toolsOnOffer,
  type ToolUse,
} from './tools/tool.server';
export type { ToolOffer } from './tools/answer-with-tools.server';
export type { ToolCallDetails, ToolCallView } from './tools/tool-call';
export {
  type ArchivedCall,
  callsOf,
  insertPastCalls,
  readToolCall,
  readToolCalls,
} from './tools/tool-call-data.server';
export { registerGeneration, stopGeneration } from './run/stop-generation.server';
