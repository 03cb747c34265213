import { formatById, type FormatId } from '../../formats/formats';
import type { GenerationState } from '~/engine/generation';

import type { BriefRequest, PieceView } from '../briefs/brief';
import { briefTexts } from '../texts';

export function formatName(id: FormatId): string {
  return formatById(id)?.name ?? id;
}

/** What a piece is called beside the others of its brief. */
export function pieceName(
  kind: BriefRequest['kind'],
  piece: Pick<PieceView, 'formatId' | 'position'>,
): string {
  if (kind === 'variants') return `Variant ${piece.position + 1}`;
  const name = formatName(piece.formatId);
  return piece.position === 0 ? name : `${name} ${piece.position + 1}`;
}

export const STATE_WORDS: Record<GenerationState, string> = {
  queued: 'Waiting',
  streaming: 'Writing',
  done: 'Finished',
  stopped: 'Stopped',
  failed: 'Failed',
  interrupted: 'Interrupted',
};

/** Why a text is not whole, and what became of what there was; null: it is whole, or being written. */
export function endWords(
  state: GenerationState,
  reason: string | null,
  empty: boolean,
): { text: string; detail: string | null } | null {
  if (state === 'stopped') {
    return { text: empty ? briefTexts.stoppedEmpty : briefTexts.stopped, detail: null };
  }
  if (state === 'interrupted') {
    const text = empty ? briefTexts.interruptedEmpty : briefTexts.interrupted;
    return { text, detail: null };
  }
  if (state !== 'failed') return null;
  return {
    text: empty ? briefTexts.failedEmpty : briefTexts.failed,
    detail: sentence(reason ?? briefTexts.brokeOff),
  };
}

/** Reasons come as parts of a sentence. */
function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What was asked for, as one line about a brief. */
export function contentsWords(kind: BriefRequest['kind'], formatIds: readonly FormatId[]): string {
  if (kind === 'variants') return formatIds.map(formatName).join(', ');
  return `Campaign: ${formatIds.map(formatName).join(', ')}`;
}
