import type { ProfileChoice } from '~/features/brand';

/** What a person sets for all answers of a conversation. */
export interface ConversationSettings {
  /** The brand that grounds the answers; null: none. */
  profileId: string | null;
  /** The model that answers; null: the operator's default, whichever that is. */
  model: string | null;
  /** What the person tells the model for the whole conversation. */
  systemPrompt: string;
}

export const NO_SETTINGS: ConversationSettings = {
  profileId: null,
  model: null,
  systemPrompt: '',
};

/** In UTF-16 units; each is paid for with every message. */
export const MAX_SYSTEM_PROMPT = 20_000;

/** A model that a person may choose. */
export interface ModelChoice {
  id: string;
  /** For people. */
  name: string;
  /** What one token of it costs in tokens of ours. */
  weight: number;
}

/** What there is to choose from. */
export interface SettingsChoices {
  profiles: Pick<ProfileChoice, 'id' | 'name'>[];
  /** The profile that the account has chosen. */
  selectedId: string | null;
  /** The operator's default first. */
  models: ModelChoice[];
}

/** Live changes with the topic `settings`: what was changed, as it is now. */
export interface SettingsChange {
  conversationId: string;
  change: Partial<ConversationSettings>;
}

/** The model that answers: the chosen one, or the default where that is no longer offered. */
export function modelInUse<M extends { id: string }>(
  chosen: string | null,
  models: readonly M[],
): { model: M; removed: boolean } {
  const found = models.find(({ id }) => id === chosen);
  return { model: found ?? models[0]!, removed: chosen !== null && found === undefined };
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    settings: SettingsChange;
  }
}
