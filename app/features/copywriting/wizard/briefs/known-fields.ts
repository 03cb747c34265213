import type { ProfileBasics } from '~/features/brand';

import { BRIEF_LIMITS } from './brief';

/** The fields of a brief that a brand profile may know. */
export const KNOWN_FIELDS = ['audience', 'callToAction', 'tone'] as const;
export type KnownField = (typeof KNOWN_FIELDS)[number];
export type KnownFields = Partial<Record<KnownField, string>>;

/** What a profile knows of a brief, each text short enough for its field. Empty texts are left out. */
export function knownFields({
  idealCustomer,
  callToAction,
  brandVoice,
}: ProfileBasics): KnownFields {
  const texts = { audience: idealCustomer, callToAction, tone: brandVoice };
  return Object.fromEntries(
    KNOWN_FIELDS.map((field) => [field, shortened(texts[field], BRIEF_LIMITS[field])]).filter(
      ([, text]) => text !== '',
    ),
  ) as KnownFields;
}

/** A text on one line: as many whole sentences as fit, else as many words. */
function shortened(text: string, max: number): string {
  // Spaces may be removed, so the part that is read is longer than the one that is kept.
  const line = text
    .slice(0, max * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= max) return line;
  const head = characters.slice(0, max).join('');
  const sentences = Math.max(...['. ', '! ', '? '].map((end) => head.lastIndexOf(end)));
  if (sentences > 0) return head.slice(0, sentences + 1);
  const word = head.lastIndexOf(' ');
  return `${[...head.slice(0, word > 0 ? word : head.length)].slice(0, max - 1).join('')}…`;
}
