import { readProgress } from '~/engine/generation/index.server';
import { defaultModel, isDemo, weightOf } from '~/gateways/ai/index.server';
import { sql } from '~/lib/db/index.server';

import type { DraftCost, ProfileDraft } from './draft';
import { newestDraft } from './draft-data.server';
import { ANSWER_TOKENS_USUAL, instructionTokens } from './proposal-prompt.server';

/** The last proposal for one of the user's profiles, finished or not; null when there is none, or it was a day ago. */
export async function readDraft(userId: string, profileId: string): Promise<ProfileDraft | null> {
  const draft = await newestDraft(sql, userId, profileId);
  const progress = draft && (await readProgress(userId, draft.id));
  if (!progress) return null;
  const { id, about, samples } = draft;
  return { id, about, samples, ...progress };
}

/** What a proposal costs beside the material; `demo`: no model will read it. */
export function draftTerms(): { cost: DraftCost; demo: boolean } {
  const cost = {
    instructions: instructionTokens(),
    answer: ANSWER_TOKENS_USUAL,
    weight: weightOf(defaultModel()),
  };
  return { cost, demo: isDemo() };
}
