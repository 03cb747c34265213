import { basisOf } from './answer-basis.server';
import { checkSettings } from '../conversations/settings/change-settings.server';
import type { ConversationSettings } from '../conversations/settings/conversation-settings';
import { modelName } from './model-names';
import { promptTokens } from './prompt';
import { systemText } from './system-text';

export interface PromptPreview {
  /** Exactly what is sent before the conversation's messages. */
  text: string;
  /** About how many tokens that costs with every message, times the model's weight left out. */
  tokens: number;
  /** For people. */
  model: string;
}

/** What such settings would send to the model. @throws AppError `invalid`, `not-found` (the profile) */
export async function previewPrompt(
  userId: string,
  wanted: ConversationSettings,
): Promise<PromptPreview> {
  const settings = await checkSettings(userId, wanted);
  const { model, grounds } = await basisOf(userId, settings);
  const text = systemText(grounds);
  return { text, tokens: promptTokens(text), model: modelName(model) };
}
