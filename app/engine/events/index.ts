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
  onOutdated,
  unwatch,
  watch,
} from './live';
export type { LiveDelta } from './events';
export { isContained, loadedUpTo, noteLoaded, readCurrent } from './loaded-state';
