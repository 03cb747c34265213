export {
  cutSockets,
  heardEvents,
  isWatchedHere,
  onTold,
  publishChanges,
  publishDelta,
  publishNotice,
  publishStanding,
  startHub,
  stopHub,
  publishToProcesses,
} from './hub.server';
export { currentSequence, nextSequence, sequenceOf } from './sequence.server';
export type { LiveChange, LiveChanges, LiveDelta, WatchedAnswer } from './events';
