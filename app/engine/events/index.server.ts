export {
  cutSockets,
  heardEvents,
  isWatchedHere,
  onProcessMessage,
  publishEvents,
  publishDelta,
  publishNotice,
  publishStatus,
  startHub,
  stopHub,
  publishToProcesses,
} from './hub.server';
export { publish, reserveSequence } from './publish.server';
export { currentSequence, nextSequence, sequenceOf } from './sequence.server';
export type { LiveDelta, LiveEvent, LiveEvents, LiveTopics, WatchedGeneration } from './events';
