import { readGrounding } from '~/features/brand/index.server';
import { models } from '~/gateways/ai/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import {
  modelInUse,
  type ConversationSettings,
} from '../conversations/settings/conversation-settings';
import { readStanding, type ConversationStanding } from '../conversations/conversation-data.server';
import { chatTexts } from '../texts';
import type { Grounds } from './system-text';

/** By which model an answer is written, and what it rests on. */
export interface AnswerBasis {
  model: string;
  grounds: Grounds;
}

/** What the settings of a conversation make of its answers, and what they follow. @throws AppError `not-found` */
export async function readBasis(
  userId: string,
  conversationId: string,
): Promise<AnswerBasis & Pick<ConversationStanding, 'activeLeafId'>> {
  const standing = await readStanding(sql, userId, conversationId);
  if (!standing) throw new AppError('not-found', chatTexts.gone);
  const { settings, activeLeafId } = standing;
  return { ...(await basisOf(userId, settings)), activeLeafId };
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
