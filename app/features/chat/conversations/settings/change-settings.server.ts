import { publish } from '~/engine/events/index.server';
import { listProfiles } from '~/features/brand/index.server';
import { models } from '~/gateways/ai/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { MAX_SYSTEM_PROMPT, type ConversationSettings } from './conversation-settings';
import { updateSettings } from '../conversation-data.server';
import { chatTexts } from '../../texts';
import { chatRefusals } from '../../refusals';

/**
 * Changes what grounds the answers of a conversation from now on: only what is given, so that two tabs that change
 * different things do not undo each other's.
 * @throws AppError `invalid` (too long, a model that is not offered), `not-found` (the conversation, the profile).
 */
export async function changeSettings(
  userId: UserScope,
  id: string | undefined,
  wanted: Partial<ConversationSettings>,
): Promise<ConversationSettings> {
  const change = await checkSettings(userId, wanted);
  return prismaTransaction(async (tx, sql) => {
    const settings = isId(id) ? await updateSettings(tx, userId, id, change) : null;
    if (!settings) throw new AppError('not-found', chatTexts.gone);
    await publish(sql, userId, { topic: 'settings', data: { conversationId: id!, change } });
    return settings;
  });
}

/** As they can be stored. @throws AppError `invalid`, `not-found` (the profile) */
export async function checkSettings<S extends Partial<ConversationSettings>>(
  userId: UserScope,
  wanted: S,
): Promise<S> {
  const { profileId, model, systemPrompt } = wanted;
  if (systemPrompt !== undefined && systemPrompt.length > MAX_SYSTEM_PROMPT) {
    throw new AppError('invalid', chatRefusals.instructionsTooLong);
  }
  if (typeof model === 'string' && !models().some(({ id }) => id === model)) {
    throw new AppError('invalid', chatRefusals.modelGone);
  }
  if (typeof profileId === 'string') {
    const profiles = await listProfiles(userId);
    if (!profiles.some(({ id }) => id === profileId)) {
      throw new AppError('not-found', chatRefusals.profileGone);
    }
  }
  if (systemPrompt === undefined) return wanted;
  // Postgres takes neither NUL nor half a character.
  return { ...wanted, systemPrompt: systemPrompt.replaceAll('\0', '').toWellFormed() };
}
