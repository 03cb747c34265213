import { isRunning, type GenerationState } from '~/engine/generation';
import { formatById } from '../../formats/formats';

import type { PieceChange, PieceView } from '../briefs/brief';
import { cleanPiece } from './clean-piece';

/** A piece as it is kept. */
export interface StoredPiece {
  id: string;
  briefId: string;
  format: string;
  position: number;
  state: GenerationState;
  reason: string | null;
  usedTokens: number;
  /** As the model wrote it. */
  content: string;
  edited: string | null;
  version: number;
  versions: string[];
  savedId: string | null;
  savedCategory: string | null;
  savedVersion: number | null;
}

/**
 * What a piece says: the person's own text, else the model's without what does not belong to it. One that is being
 * written is left as it comes, since its readers count in it.
 */
export function textOf({ state, format, content, edited }: StoredPiece): string {
  if (isRunning(state)) return content;
  return edited ?? cleanPiece(format, content);
}

/** A piece for people; null for one of a format that is no longer there. */
export function toPieceView(piece: StoredPiece): PieceView | null {
  const format = formatById(piece.format);
  if (!format) return null;
  const { id, position, state, reason, version, versions, savedId, savedCategory } = piece;
  return {
    id,
    formatId: format.id,
    position,
    state,
    reason,
    text: textOf(piece),
    edited: piece.edited !== null,
    usedTokens: isRunning(state) ? null : piece.usedTokens,
    version,
    versions,
    saved:
      savedId === null || savedCategory === null
        ? null
        : { id: savedId, category: savedCategory, current: piece.savedVersion === version },
  };
}

/** What other tabs are told of it. */
export function toPieceChange(piece: StoredPiece): PieceChange {
  const { id, briefId, state, reason, usedTokens, version } = piece;
  return { id, briefId, state, reason, usedTokens: isRunning(state) ? null : usedTokens, version };
}
