import { readGrounding } from '~/features/profiles/index.server';
import { models } from '~/gateways/ai/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { modelInUse, type ConversationSettings } from './conversation-settings';
import { readSettings } from './conversation-table.server';
import { chatMessages } from './messages';
import type { Grounds } from './system-text';

/** By which model an answer is written, and what it rests on. */
export interface AnswerBasis {
  model: string;
  grounds: Grounds;
}

/** What the settings of a conversation make of its answers. @throws AppError `not-found` */
export async function readBasis(userId: string, conversationId: string): Promise<AnswerBasis> {
  const settings = await readSettings(sql, userId, conversationId);
  if (!settings) throw new AppError('not-found', chatMessages.gone);
  return basisOf(userId, settings);
}

/** A profile and a model that are gone by now are left out. */
export async function basisOf(
  userId: string,
  { profileId, model, systemPrompt }: ConversationSettings,
): Promise<AnswerBasis> {
  return {
    model: modelInUse(model, models()).model.id,
    grounds: {
      systemPrompt,
      grounding: profileId === null ? null : await readGrounding(userId, profileId),
    },
  };
}
