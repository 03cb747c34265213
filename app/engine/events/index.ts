export {
  connectLive,
  disconnectLive,
  isLive,
  noteLateSequence,
  noteSequence,
  onEvent,
  onConnection,
  onMissed,
  onLateEvent,
  onLateMissed,
  onNotice,
  unwatch,
  watch,
} from './live';
export type { LiveDelta } from './events';
