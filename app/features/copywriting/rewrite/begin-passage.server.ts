import { requestText } from '~/engine/generation/index.server';
import { readOwnGrounding } from '~/features/brand/index.server';
import { defaultModel } from '~/gateways/ai/index.server';

import type { PassageRequest } from './passage';
import { passagePrompt } from './passage-prompt.server';

/** The kind of generation that a new wording is. */
export const PASSAGE_KIND = 'passage';

/**
 * Asks for another wording of a passage; its text is followed by the id.
 * @throws AppError `not-found` for a profile that is not this user's, `out-of-tokens`
 */
export async function beginPassage(
  userId: string,
  request: PassageRequest,
): Promise<{ id: string }> {
  const { profileId = null } = request;
  const grounding = profileId === null ? null : await readOwnGrounding(userId, profileId);
  return requestText({
    userId,
    kind: PASSAGE_KIND,
    model: defaultModel(),
    ...passagePrompt(request, grounding),
  });
}
