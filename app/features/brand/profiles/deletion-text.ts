import { COMPONENT_LABELS } from '../components/component-guide';
import type { Deletion } from './deletion';

/** What follows from deleting a profile, for the question before it. */
export function deletionText({ uses, removed, kept }: Deletion): string {
  const sentences: string[] = [];
  if (uses.length > 0) {
    sentences.push(`It is used by ${inWords(uses)}, which will go on without a profile.`);
  }
  if (removed.length > 0) {
    const names = removed.map(({ kind }) => COMPONENT_LABELS[kind].toLowerCase());
    sentences.push(
      `Its ${inWords(names)} will be deleted with it: nothing else uses ${removed.length === 1 ? 'it' : 'them'}.`,
    );
  }
  for (const { kind, usedBy } of kept) {
    const users = inWords(usedBy.map((name) => `“${name}”`));
    sentences.push(
      `Its ${COMPONENT_LABELS[kind].toLowerCase()} stays, because ${users} ${usedBy.length === 1 ? 'uses' : 'use'} it too.`,
    );
  }
  sentences.push('This cannot be undone.');
  return sentences.join(' ');
}

/** `a, b and c`. */
export function inWords(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
