import { type GenerationState, isRunning } from '~/engine/generation';

import { formatById } from '../../formats/formats';
import type { VariantEvent, VariantView } from '../briefs/brief';
import { cleanVariant } from './clean-variant';

/** A piece as it is kept. */
export interface StoredVariant {
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
 * What a part says: the person's own text, else the model's without what does not belong to it. One that is being
 * written is left as it comes, since its readers count in it.
 */
export function textOf({ state, format, content, edited }: StoredVariant): string {
  if (isRunning(state)) return content;
  return edited ?? cleanVariant(format, content);
}

/** A piece for people; null for one of a format that is no longer there. */
export function toVariantView(variant: StoredVariant): VariantView | null {
  const format = formatById(variant.format);
  if (!format) return null;
  const { id, position, state, reason, version, versions, savedId, savedCategory } = variant;
  return {
    id,
    formatId: format.id,
    position,
    state,
    reason,
    text: textOf(variant),
    edited: variant.edited !== null,
    usedTokens: isRunning(state) ? null : variant.usedTokens,
    version,
    versions,
    saved:
      savedId === null || savedCategory === null
        ? null
        : { id: savedId, category: savedCategory, current: variant.savedVersion === version },
  };
}

/** What other tabs are told of it. */
export function toVariantEvent(variant: StoredVariant): VariantEvent {
  const { id, briefId, state, reason, usedTokens, version } = variant;
  return { id, briefId, state, reason, usedTokens: isRunning(state) ? null : usedTokens, version };
}
