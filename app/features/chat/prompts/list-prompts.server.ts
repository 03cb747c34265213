import { sql } from '~/lib/db/index.server';

import type { PromptList, Starter } from './prompt';
import { selectHidden, selectPrompts } from './prompt-data.server';
import { STARTERS, suggestedOf } from './starters';

/** Everything that a person can choose from. */
export async function listPrompts(userId: string): Promise<PromptList> {
  const [prompts, starters] = await Promise.all([selectPrompts(sql, userId), shown(userId)]);
  return { prompts, starters, hidden: STARTERS.length - starters.length };
}

/** What the page of a new conversation offers to begin with. */
export async function listSuggestions(userId: string): Promise<Starter[]> {
  return suggestedOf(await shown(userId));
}

async function shown(userId: string): Promise<Starter[]> {
  const hidden = new Set(await selectHidden(sql, userId));
  return STARTERS.filter(({ id }) => !hidden.has(id));
}
