import { publish } from '~/engine/events/index.server';
import { requestText } from '~/engine/generation/index.server';
import { defaultModel } from '~/gateways/ai/index.server';
import { isUniqueViolation, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { profilesTexts } from '../texts';
import { findProfile } from '../profiles/profile-data.server';
import { writtenText } from '../components/written-text';
import { materialProblems, cleanMaterial, type DraftMaterial } from './draft';
import { findAskedDraft, insertDraft } from './draft-data.server';
import { MAX_ANSWER_TOKENS, proposalPrompt, TEMPERATURE } from './proposal-prompt.server';

/** The generation kind of proposals. */
export const DRAFT_KIND = 'profile-draft';

/**
 * Asks a model to propose all of a profile: the proposal's id. It belongs to the server from here on. Asked again with
 * the same key, nothing new is begun.
 * @throws AppError `not-found`, `invalid` (nothing to go by, or too much), `out-of-tokens`
 */
export async function requestDraft(
  userId: string,
  profileId: string | undefined,
  { clientKey, ...typed }: DraftMaterial & { clientKey: string },
): Promise<{ id: string }> {
  const profile = isId(profileId) ? await findProfile(sql, userId, profileId) : null;
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  const [problem] = Object.values(materialProblems(typed));
  if (problem !== undefined) throw new AppError('invalid', problem);
  const material = cleanMaterial({
    about: writtenText(typed.about),
    samples: typed.samples.map(writtenText),
  });

  try {
    return await requestText(
      {
        userId,
        kind: DRAFT_KIND,
        model: defaultModel(),
        maxTokens: MAX_ANSWER_TOKENS,
        temperature: TEMPERATURE,
        ...proposalPrompt(material),
      },
      async (tx, id) => {
        await insertDraft(tx, { ...material, id, userId, profileId: profile.id, clientKey });
        await publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
        return () => {};
      },
    );
  } catch (error) {
    if (!isUniqueViolation(error, 'profile_drafts_user_id_client_key_key')) throw error;
    const asked = await findAskedDraft(sql, userId, clientKey);
    if (asked?.profileId !== profile.id) throw error;
    return { id: asked.id };
  }
}
