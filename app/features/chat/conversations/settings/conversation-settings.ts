import type { ProfileChoice } from '~/features/brand';

/** What a person sets for all answers of a conversation. */
export interface ConversationSettings {
  /** The brand profile that grounds the answers; null for none. */
  profileId: string | null;
  /** The model that answers; null for the operator's present default. */
  model: string | null;
  /** How hard the model thinks, if it lets people choose; null for as it does by itself. */
  effort: Effort | null;
  /** The person's instructions. */
  systemPrompt: string;
}

export const EFFORTS = ['low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

export const NO_SETTINGS: ConversationSettings = {
  profileId: null,
  model: null,
  effort: null,
  systemPrompt: '',
};

/** In UTF-16 units. The instructions are paid for with every message. */
export const MAX_SYSTEM_PROMPT = 20_000;

/** A model that a person may choose. */
export interface ModelChoice {
  id: string;
  /** For people. */
  name: string;
  /** How many of our tokens one of its tokens costs. */
  weight: number;
  /** People can choose how hard it thinks. */
  effort: boolean;
}

/** The choices that a person has. */
export interface SettingsChoices {
  profiles: (Pick<ProfileChoice, 'id' | 'name'> & { logoUrl: string | null })[];
  /** The profile that is selected for the account. */
  selectedId: string | null;
  /** The operator's default first. */
  models: ModelChoice[];
  /** Messages can be dictated. */
  dictates: boolean;
}

/** Live events with the topic `settings`: the new values of what was changed. */
export interface SettingsChange {
  conversationId: string;
  change: Partial<ConversationSettings>;
}

/** The model that answers: the chosen one, or the default if none is chosen or it is no longer offered. */
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
