import type { VoiceRule } from '../rule';
import { foldedPassage } from './characters';
import type { Sentence } from './sentences';

/** Units around a passage that are compared with an exception. */
const AROUND = 200;

/** Says whether a passage, or a longer one that it is part of, is an exception of its rule. */
export function exceptionsOf(rules: readonly VoiceRule[], text: string) {
  const folded = new Map<string, Set<string>>();
  for (const { id, exceptions } of rules) {
    if (exceptions.length > 0) folded.set(id, new Set(exceptions.map(foldedPassage)));
  }
  return ({ id }: VoiceRule, { start, end }: Sentence): boolean => {
    const exceptions = folded.get(id);
    if (!exceptions) return false;
    const passage = foldedPassage(text.slice(start, end));
    if (exceptions.has(passage)) return true;
    const longer = [...exceptions].filter((exception) => exception.includes(passage));
    if (longer.length === 0) return false;
    const before = foldedPassage(text.slice(Math.max(0, start - AROUND), start));
    const after = foldedPassage(text.slice(end, end + AROUND));
    return longer.some((exception) => {
      const at = exception.indexOf(passage);
      const head = exception.slice(0, at).trimEnd();
      const tail = exception.slice(at + passage.length).trimStart();
      return before.endsWith(head) && after.startsWith(tail);
    });
  };
}
