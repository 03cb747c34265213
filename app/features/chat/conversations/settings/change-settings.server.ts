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
 * Changes only the settings in `changes`, so that two tabs which change different ones don't undo each other's changes.
 * @throws AppError `invalid` (too long, a model that isn't offered), `not-found` (the conversation, the profile).
 */
export async function changeSettings(
  userId: UserScope,
  id: string | undefined,
  changes: Partial<ConversationSettings>,
): Promise<ConversationSettings> {
  const change = await checkSettings(userId, changes);
  return prismaTransaction(async (tx, sql) => {
    const settings = isId(id) ? await updateSettings(tx, userId, id, change) : null;
    if (!settings) throw new AppError('not-found', chatTexts.gone);
    await publish(sql, userId, { topic: 'settings', data: { conversationId: id!, change } });
    return settings;
  });
}

/** Returns the settings to store. @throws AppError `invalid`, `not-found` (the profile) */
export async function checkSettings<S extends Partial<ConversationSettings>>(
  userId: UserScope,
  settings: S,
): Promise<S> {
  const { profileId, model, systemPrompt } = settings;
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
  if (systemPrompt === undefined) return settings;
  // PostgreSQL rejects NULs and lone surrogates.
  return { ...settings, systemPrompt: systemPrompt.replaceAll('\0', '').toWellFormed() };
}
