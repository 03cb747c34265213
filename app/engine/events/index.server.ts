export { heardEvents, startHub, stopHub } from './hub.server';
export {
  currentSequence,
  cutSockets,
  isWatchedHere,
  nextSequence,
  onProcessMessage,
  publish,
  publishDelta,
  publishEvents,
  publishHere,
  publishNotice,
  publishStatus,
  publishToProcesses,
  reserveSequence,
  sequenceOf,
} from './publish.server';
export type { LiveDelta, LiveEvent, LiveEvents, LiveTopics, WatchedGeneration } from './events';
