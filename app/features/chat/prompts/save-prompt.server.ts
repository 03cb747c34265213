import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import { announcePrompts } from './changes.server';
import { promptMessages } from './texts';
import { PROMPT_NAME_MOST, PROMPT_TEXT_MOST, type Prompt } from './prompt';
import { findPrompt, insertPrompt, updatePrompt } from './prompt-data.server';

type Written = Pick<Prompt, 'name' | 'text'>;

/** @throws AppError `invalid`, `conflict` when there are too many. */
export async function createPrompt(userId: string, written: Written): Promise<Prompt> {
  const prompt = { id: newId(), ...storable(written), version: 1 };
  const tell = await transaction(async (tx) => {
    if (!(await insertPrompt(tx, userId, prompt))) {
      throw new AppError('conflict', promptMessages.tooMany);
    }
    return announcePrompts(tx, userId);
  });
  tell();
  return prompt;
}

/** @throws AppError `invalid`, `not-found`, `conflict` when it has been changed since that version. */
export async function changePrompt(
  userId: string,
  id: string | undefined,
  written: Written & { version: number },
): Promise<Prompt> {
  if (!isId(id)) throw new AppError('not-found', promptMessages.gone);
  const wanted = { id, ...storable(written), version: written.version };
  const { prompt, tell } = await transaction(async (tx) => {
    const prompt = await updatePrompt(tx, userId, wanted);
    if (!prompt) {
      const there = await findPrompt(tx, userId, id);
      throw there
        ? new AppError('conflict', promptMessages.changed)
        : new AppError('not-found', promptMessages.gone);
    }
    return { prompt, tell: await announcePrompts(tx, userId) };
  });
  tell();
  return prompt;
}

/** A prompt as it is kept. @throws AppError `invalid` */
export function storable({ name, text }: Written): Written {
  const written = { name: oneLine(clean(name)).trim(), text: clean(text).trim() };
  if (written.name === '') throw new AppError('invalid', promptMessages.nameMissing);
  if (written.name.length > PROMPT_NAME_MOST) {
    throw new AppError('invalid', promptMessages.nameTooLong);
  }
  if (written.text === '') throw new AppError('invalid', promptMessages.textMissing);
  if (written.text.length > PROMPT_TEXT_MOST) {
    throw new AppError('invalid', promptMessages.textTooLong);
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
