import { isRunning } from '~/engine/generation';

import { formatById } from '../../formats/formats';
import type { VariantEvent, VariantView } from '../briefs/brief';
import { cleanVariant } from './clean-variant';
import type { VariantRow } from './variant-data.server';

/**
 * The text of a variant: the user's own, or else the model's without its wrapping. A running text stays as it
 * streams, since readers count offsets in it.
 */
export function textOf({ state, format, content, edited }: VariantRow): string {
  if (isRunning(state)) return content;
  return edited ?? cleanVariant(format, content);
}

/** A variant for the browser; null when its format no longer exists. */
export function toVariantView(variant: VariantRow): VariantView | null {
  const format = formatById(variant.format);
  if (!format) return null;
  const { id, position, state, reason, version, versions, savedId, savedCategory } = variant;
  return {
    id,
    formatId: format.id,
    position,
    state,
    reason,
    demo: variant.demo,
    text: textOf(variant),
    edited: variant.edited !== null,
    usedTokens: isRunning(state) ? null : variant.usedTokens,
    version,
    versions,
    ignoredFindings: variant.ignoredFindings,
    saved:
      savedId === null || savedCategory === null
        ? null
        : { id: savedId, category: savedCategory, current: variant.savedVersion === version },
  };
}

/** A variant for a live event. */
export function toVariantEvent(variant: VariantRow): VariantEvent {
  const { id, briefId, state, reason, usedTokens, version } = variant;
  return { id, briefId, state, reason, usedTokens: isRunning(state) ? null : usedTokens, version };
}
