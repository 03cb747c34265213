import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { promptTexts } from './texts';
import type { Prompt } from './prompt';
import { findPrompt } from './prompt-data.server';

/** @throws AppError `not-found` for an unknown id and for another's. */
export async function readPrompt(userId: string, id: string | undefined): Promise<Prompt> {
  const prompt = isId(id) ? await findPrompt(sql, userId, id) : null;
  if (!prompt) throw new AppError('not-found', promptTexts.gone);
  return prompt;
}
