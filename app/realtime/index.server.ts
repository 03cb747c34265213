export {
  cutSockets,
  isWatchedHere,
  onTold,
  publishChange,
  publishDelta,
  publishNotice,
  startHub,
  stopHub,
  tellProcesses,
} from './hub.server';
export { currentSequence, nextSequence } from './sequence.server';
export type { LiveChange, LiveDelta, WatchedAnswer } from './events';
