export {
  connectLive,
  disconnectLive,
  isLive,
  noteSequence,
  noteSignedOut,
  onChange,
  onConnection,
  onMissed,
  onNotice,
  onSignedOut,
  unwatch,
  watch,
} from './live';
export type { LiveDelta } from './events';
