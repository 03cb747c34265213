export {
  connectLive,
  disconnectLive,
  isLive,
  noteNews,
  noteSequence,
  onChange,
  onConnection,
  onMissed,
  onNews,
  onNewsMissed,
  onNotice,
  unwatch,
  watch,
} from './live';
export type { LiveDelta } from './events';
