import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { promptTexts } from './texts';
import type { Prompt } from './prompt';
import { removePrompt } from './prompt-data.server';

/** Answers with what was removed: whoever takes it back writes it again. @throws AppError `not-found` */
export async function deletePrompt(userId: string, id: string | undefined): Promise<Prompt> {
  return transaction(async (tx) => {
    const prompt = isId(id) ? await removePrompt(tx, userId, id) : null;
    if (!prompt) throw new AppError('not-found', promptTexts.gone);
    await publish(tx, userId, { topic: 'prompts', data: {} });
    return prompt;
  });
}
