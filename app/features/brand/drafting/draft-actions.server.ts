import { publish } from '~/engine/events/index.server';
import { continueText, readProgress, requestText } from '~/engine/generation/index.server';
import { defaultModel, isDemo, weightOf } from '~/gateways/ai/index.server';
import { isUniqueViolation, prisma, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { cleanText } from '../components/component';
import { findProfile } from '../profiles/profile-data.server';
import { profilesTexts } from '../texts';
import {
  cleanMaterial,
  type DraftCost,
  type DraftMaterial,
  materialProblems,
  type ProfileDraft,
} from './draft';
import { findDraft, findDraftByClientKey, insertDraft, newestDraft } from './draft-data.server';
import {
  ANSWER_TOKENS_USUAL,
  instructionTokens,
  MAX_ANSWER_TOKENS,
  proposalPrompt,
  TEMPERATURE,
} from './proposal-prompt.server';
import { draftTexts } from './texts';

export const DRAFT_KIND = 'profile-draft';

/**
 * The newest proposal for one of the user's profiles, finished or not; null when there is none from the last 24
 * hours.
 */
export async function readProposal(
  userId: UserScope,
  profileId: string,
): Promise<ProfileDraft | null> {
  const draft = await newestDraft(userId, profileId);
  const progress = draft && (await readProgress(userId, draft.id));
  if (!progress) return null;
  const { id, about, samples } = draft;
  return { id, about, samples, ...progress };
}

/** What a proposal costs besides the material. `demo` means that no model reads it. */
export function draftTerms(): { cost: DraftCost; demo: boolean } {
  const cost = {
    instructions: instructionTokens(),
    answer: ANSWER_TOKENS_USUAL,
    weight: weightOf(defaultModel()),
  };
  return { cost, demo: isDemo() };
}

/**
 * Starts a proposal for a whole profile and returns its id; it is written even if the browser leaves. Repeating a
 * request with the same key starts nothing new.
 * @throws AppError `not-found`, `invalid` (no material, or too much), `out-of-tokens`
 */
export async function requestDraft(
  userId: UserScope,
  profileId: string | undefined,
  { clientKey, ...typed }: DraftMaterial & { clientKey: string },
): Promise<{ id: string }> {
  const profile = isId(profileId) ? await findProfile(prisma, userId, profileId) : null;
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  const [problem] = Object.values(materialProblems(typed));
  if (problem !== undefined) throw new AppError('invalid', problem);
  const material = cleanMaterial({
    about: cleanText(typed.about),
    samples: typed.samples.map(cleanText),
  });

  try {
    return await requestText(
      { ...subjectFor(userId), ...proposalPrompt(material) },
      async (tx, id) => {
        await insertDraft(tx, { ...material, id, userId, profileId: profile.id, clientKey });
        await publishDraft(tx, userId);
      },
    );
  } catch (error) {
    if (!isUniqueViolation(error, 'profile_drafts_user_id_client_key_key')) throw error;
    const requested = await findDraftByClientKey(userId, clientKey);
    if (requested?.profileId !== profile.id) throw error;
    return { id: requested.id };
  }
}

/**
 * Continues a proposal that was cut off.
 * @throws AppError `not-found`, `conflict` when it can't be continued, `out-of-tokens`
 */
export async function continueDraft(
  userId: UserScope,
  profileId: string | undefined,
  id: string,
): Promise<{ id: string }> {
  const draft = isId(profileId) && isId(id) ? await findDraft(userId, profileId, id) : null;
  if (!draft) throw new AppError('not-found', draftTexts.gone);
  await continueText(
    { id: draft.id, ...subjectFor(userId) },
    (prior) => proposalPrompt(draft, prior),
    (tx) => publishDraft(tx, userId),
  );
  return { id: draft.id };
}

function subjectFor(userId: UserScope) {
  return {
    userId,
    kind: DRAFT_KIND,
    model: defaultModel(),
    maxTokens: MAX_ANSWER_TOKENS,
    temperature: TEMPERATURE,
  };
}

function publishDraft(tx: Sql, userId: UserScope): Promise<void> {
  return publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
}
