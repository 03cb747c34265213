import { isRunning, type LiveText } from '~/engine/generation';

import type { PieceView } from '../briefs/brief';

/**
 * A piece as it is to be shown: as loaded, unless this tab follows it and knows more. What has ended is shown as the
 * server keeps it, tidied, as soon as that is loaded.
 */
export function shownPiece(
  piece: Pick<PieceView, 'state' | 'reason' | 'text'>,
  live: LiveText | null,
): LiveText {
  const loaded = { text: piece.text, state: piece.state, reason: piece.reason };
  if (!live) return loaded;
  if (!isRunning(live.state)) return isRunning(piece.state) ? live : loaded;
  // Followed from its beginning again, when it goes on: what is known stays until there is more.
  return live.text === '' ? { ...live, text: piece.text } : live;
}
