import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import { promptTexts } from './texts';
import { MAX_PROMPT_NAME, MAX_PROMPT_TEXT, type Prompt } from './prompt';
import { findPrompt, insertPrompt, updatePrompt } from './prompt-data.server';

type Written = Pick<Prompt, 'name' | 'text'>;

/** @throws AppError `invalid`, `conflict` when there are too many. */
export async function createPrompt(userId: string, written: Written): Promise<Prompt> {
  const prompt = { id: newId(), ...storable(written), version: 1 };
  await transaction(async (tx) => {
    if (!(await insertPrompt(tx, userId, prompt))) {
      throw new AppError('conflict', promptTexts.tooMany);
    }
    await publish(tx, userId, { topic: 'prompts', data: {} });
  });
  return prompt;
}

/** @throws AppError `invalid`, `not-found`, `conflict` when it has been changed since that version. */
export async function changePrompt(
  userId: string,
  id: string | undefined,
  written: Written & { version: number },
): Promise<Prompt> {
  if (!isId(id)) throw new AppError('not-found', promptTexts.gone);
  const wanted = { id, ...storable(written), version: written.version };
  return transaction(async (tx) => {
    const prompt = await updatePrompt(tx, userId, wanted);
    if (!prompt) {
      const there = await findPrompt(tx, userId, id);
      throw there
        ? new AppError('conflict', promptTexts.changed)
        : new AppError('not-found', promptTexts.gone);
    }
    await publish(tx, userId, { topic: 'prompts', data: {} });
    return prompt;
  });
}

/** A prompt as it is kept. @throws AppError `invalid` */
export function storable({ name, text }: Written): Written {
  const written = { name: oneLine(clean(name)).trim(), text: clean(text).trim() };
  if (written.name === '') throw new AppError('invalid', promptTexts.nameMissing);
  if (written.name.length > MAX_PROMPT_NAME) {
    throw new AppError('invalid', promptTexts.nameTooLong);
  }
  if (written.text === '') throw new AppError('invalid', promptTexts.textMissing);
  if (written.text.length > MAX_PROMPT_TEXT) {
    throw new AppError('invalid', promptTexts.textTooLong);
  }
  return written;
}

/** Postgres takes neither NUL nor half a character. */
function clean(typed: string): string {
  return typed.replaceAll('\0', '').toWellFormed();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
