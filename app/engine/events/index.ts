export {
  connectLive,
  disconnectLive,
  isLive,
  noteNews,
  noteSequence,
  noteSignedOut,
  onChange,
  onConnection,
  onMissed,
  onNews,
  onNewsMissed,
  onNotice,
  onSignedOut,
  unwatch,
  watch,
} from './live';
export type { LiveDelta } from './events';
