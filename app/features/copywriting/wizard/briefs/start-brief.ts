import type { FormatId } from '../../formats/formats';
import { BRIEF_LIMITS } from './brief';
import { languageName, NEW_FORM } from './brief-form';
import { keepForm } from './use-brief-form';

/** Fills the wizard's form, which the next visit shows, with a format and the beginning of a text to write about. */
export function startBrief(formatId: FormatId, text: string): void {
  // A character has at most two UTF-16 units.
  const topic = [...text.trim().slice(0, 2 * BRIEF_LIMITS.topic)].slice(0, BRIEF_LIMITS.topic);
  keepForm({
    ...NEW_FORM,
    kind: 'variants',
    formatId,
    language: languageName(navigator.language),
    topic: topic.join('').trimEnd(),
  });
}
