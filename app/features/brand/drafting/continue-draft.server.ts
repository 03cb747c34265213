import { publish } from '~/engine/events/index.server';
import { continueText } from '~/engine/generation/index.server';
import { defaultModel } from '~/gateways/ai/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { findDraft } from './draft-data.server';
import { MAX_ANSWER_TOKENS, proposalPrompt, TEMPERATURE } from './proposal-prompt.server';
import { DRAFT_KIND } from './request-draft.server';

/**
 * Goes on with a proposal that broke off.
 * @throws AppError `not-found`, `conflict` when it cannot be continued, `out-of-tokens`
 */
export async function continueDraft(
  userId: string,
  profileId: string | undefined,
  id: string,
): Promise<{ id: string }> {
  const draft = isId(profileId) && isId(id) ? await findDraft(sql, userId, profileId, id) : null;
  if (!draft) throw new AppError('not-found', 'This proposal is no longer there.');
  await continueText(
    {
      id: draft.id,
      userId,
      kind: DRAFT_KIND,
      model: defaultModel(),
      maxTokens: MAX_ANSWER_TOKENS,
      temperature: TEMPERATURE,
    },
    (prior) => proposalPrompt(draft, prior),
    async (tx) => {
      await publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
      return () => {};
    },
  );
  return { id: draft.id };
}
