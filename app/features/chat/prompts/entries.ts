import { PREVIEW_LENGTH, type PromptList, type Starter } from './prompt';
import { readableTemplate } from './template';

/** A prompt to choose: the person's own or a built-in one. */
export interface Entry {
  id: string;
  name: string;
  preview: string;
  /** Null for a person's own prompt, whose text is loaded when it is chosen. */
  starter: Starter | null;
}

/** The person's own prompts first. */
export function entriesOf({ prompts, starters }: PromptList): Entry[] {
  return [
    ...prompts.map((prompt) => ({
      ...prompt,
      preview: readableTemplate(prompt.preview),
      starter: null,
    })),
    ...starters.map((starter) => ({
      id: starter.id,
      name: starter.name,
      preview: readableTemplate(starter.text).slice(0, PREVIEW_LENGTH),
      starter,
    })),
  ];
}

/**
 * The prompts that match a search, best first: at the beginning of the name, of a word in the name, anywhere in the name,
 * and in the text. An empty search matches all of them, in their order.
 */
export function matchPrompts<P extends { name: string; preview: string }>(
  prompts: readonly P[],
  search: string,
): P[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [...prompts];
  return prompts
    .map((prompt, at) => ({ prompt, at, rank: rankOf(prompt, wanted) }))
    .filter(({ rank }) => rank < NONE)
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ prompt }) => prompt);
}

const NONE = 4;

function rankOf({ name, preview }: { name: string; preview: string }, wanted: string): number {
  const lower = name.toLowerCase();
  if (lower.startsWith(wanted)) return 0;
  if (lower.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1;
  if (lower.includes(wanted)) return 2;
  return preview.toLowerCase().includes(wanted) ? 3 : NONE;
}
