export {
  connectLive,
  isLive,
  noteSequence,
  onChange,
  onConnection,
  onMissed,
  onNotice,
  onSignedOut,
  unwatch,
  watch,
} from './live';
export type { LiveDelta } from './events';
