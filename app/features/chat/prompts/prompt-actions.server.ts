import { oneLine } from '~/lib/text/one-line';
import { publish } from '~/engine/events/index.server';
import { prisma, prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { storable } from '~/lib/text/storable';

import {
  MAX_PROMPT_NAME,
  MAX_PROMPT_TEXT,
  type Prompt,
  type PromptList,
  type Starter,
} from './prompt';
import {
  findPrompt,
  insertHidden,
  insertPrompt,
  removeHidden,
  removePrompt,
  selectHidden,
  selectPrompts,
  updatePrompt,
} from './prompt-data.server';
import { STARTERS, suggestedOf } from './starters';
import { promptTexts } from './texts';

/** All prompts that a person can choose from. */
export async function listPrompts(userId: UserScope): Promise<PromptList> {
  const [prompts, starters] = await Promise.all([selectPrompts(sql, userId), shown(userId)]);
  return { prompts, starters, hidden: STARTERS.length - starters.length };
}

/** The starters that the page of a new conversation suggests. */
export async function listSuggestions(userId: UserScope): Promise<Starter[]> {
  return suggestedOf(await shown(userId));
}

async function shown(userId: UserScope): Promise<Starter[]> {
  const hidden = new Set(await selectHidden(sql, userId));
  return STARTERS.filter(({ id }) => !hidden.has(id));
}

/** @throws AppError `not-found` for an unknown id and for another user's. */
export async function readPrompt(userId: UserScope, id: string | undefined): Promise<Prompt> {
  const prompt = isId(id) ? await findPrompt(prisma, userId, id) : null;
  if (!prompt) throw new AppError('not-found', promptTexts.gone);
  return prompt;
}

type Written = Pick<Prompt, 'name' | 'text'>;

/** @throws AppError `invalid`, `conflict` when there are too many. */
export async function createPrompt(userId: UserScope, written: Written): Promise<Prompt> {
  const prompt = { id: newId(), ...validPrompt(written), version: 1 };
  await prismaTransaction(async (tx, sql) => {
    if (!(await insertPrompt(tx, sql, userId, prompt))) {
      throw new AppError('conflict', promptTexts.tooMany);
    }
    await publish(sql, userId, { topic: 'prompts', data: {} });
  });
  return prompt;
}

/** @throws AppError `invalid`, `not-found`, `conflict` when it has been changed since that version. */
export async function changePrompt(
  userId: UserScope,
  id: string | undefined,
  written: Written & { version: number },
): Promise<Prompt> {
  if (!isId(id)) throw new AppError('not-found', promptTexts.gone);
  const wanted = { id, ...validPrompt(written), version: written.version };
  return prismaTransaction(async (tx, sql) => {
    const prompt = await updatePrompt(tx, userId, wanted);
    if (!prompt) {
      const there = await findPrompt(tx, userId, id);
      throw there
        ? new AppError('conflict', promptTexts.changed)
        : new AppError('not-found', promptTexts.gone);
    }
    await publish(sql, userId, { topic: 'prompts', data: {} });
    return prompt;
  });
}

/** Returns the deleted prompt, which undoing creates again. @throws AppError `not-found` */
export async function deletePrompt(userId: UserScope, id: string | undefined): Promise<Prompt> {
  return prismaTransaction(async (tx, sql) => {
    const prompt = isId(id) ? await removePrompt(tx, userId, id) : null;
    if (!prompt) throw new AppError('not-found', promptTexts.gone);
    await publish(sql, userId, { topic: 'prompts', data: {} });
    return prompt;
  });
}

/** Hides a starter from this user. @throws AppError `not-found` when there is no such starter. */
export async function hideStarter(userId: UserScope, starter: string): Promise<void> {
  if (!STARTERS.some(({ id }) => id === starter)) {
    throw new AppError('not-found', promptTexts.gone);
  }
  await prismaTransaction(async (tx, sql) => {
    await insertHidden(tx, userId, starter);
    await publish(sql, userId, { topic: 'prompts', data: {} });
  });
}

/** Shows all starters to this user again. */
export async function showAllStarters(userId: UserScope): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await removeHidden(tx, userId);
    await publish(sql, userId, { topic: 'prompts', data: {} });
  });
}

/** The prompt to store. @throws AppError `invalid` */
export function validPrompt({ name, text }: Written): Written {
  const written = { name: oneLine(storable(name)), text: storable(text).trim() };
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
