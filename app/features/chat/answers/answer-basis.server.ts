import {
  NO_GROUNDING,
  readGrounding,
  readProfileList,
  retrieveSources,
  type SentSources,
} from '~/features/brand/index.server';
import { models, transcriptionModel } from '~/gateways/ai/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { type ConversationStanding, readStanding } from '../conversations/conversation-data.server';
import { checkSettings } from '../conversations/conversation-actions.server';
import {
  type ConversationSettings,
  type Effort,
  type ModelChoice,
  modelInUse,
  type SettingsChoices,
} from '../conversations/settings/conversation-settings';
import {
  type AskedDocument,
  type DocumentPlace,
  readAskedDocument,
} from '../documents/ask/ask-about-document.server';
import { chatTexts } from '../texts';
import { modelName, modelNames } from './model-names';
import { promptTokens } from './prompt';
import { type Grounds, systemText } from './prompt';

/** The model that writes an answer, and what grounds it. */
export interface AnswerBasis {
  model: string;
  /** How hard it thinks; null for as it does by itself. */
  effort: Effort | null;
  grounds: Grounds;
  /** The profile that grounds it; null for none. */
  profileId: string | null;
}

/** An answer's basis with what its question finds in the profile's documents. */
export interface SourcedBasis extends AnswerBasis {
  sources: SentSources | null;
}

/**
 * Adds the documents to what grounds an answer. Call it before a transaction, which must not wait for a second connection.
 * An answer that is continued (`answerId`) keeps the numbers that it cites.
 */
export async function withQuestion<Basis extends AnswerBasis>(
  userId: UserScope,
  basis: Basis,
  question: string,
  answerId?: string,
): Promise<Basis & SourcedBasis> {
  const sources = await retrieveSources(userId, basis.profileId, question, answerId);
  const { stable = '', passages = '' } = sources ?? {};
  return { ...basis, sources, grounds: { ...basis.grounds, sources: stable, passages } };
}

/** Adds the document that a message is about. @throws AppError `invalid` if it is too long for the model */
export async function withDocument<
  Basis extends AnswerBasis & Pick<ConversationStanding, 'hasDocuments'>,
>(
  userId: UserScope,
  basis: Basis,
  place: Omit<DocumentPlace, 'hasDocuments'>,
): Promise<Basis & { document: AskedDocument | null }> {
  const { hasDocuments } = basis;
  const document = await readAskedDocument(userId, { ...place, hasDocuments }, basis.model);
  if (!document) return { ...basis, document };
  const passages = [basis.grounds.passages, document.passages].filter(Boolean).join('\n\n');
  return { ...basis, document, grounds: { ...basis.grounds, passages } };
}

/** What a conversation's settings mean for its answers, and where the next one is added. @throws AppError `not-found` */
export async function readBasis(
  userId: UserScope,
  conversationId: string,
): Promise<AnswerBasis & Pick<ConversationStanding, 'activeLeafId' | 'hasDocuments'>> {
  const standing = await readStanding(sql, userId, conversationId);
  if (!standing) throw new AppError('not-found', chatTexts.gone);
  const { settings, activeLeafId, hasDocuments } = standing;
  return { ...(await basisOf(userId, settings)), activeLeafId, hasDocuments };
}

/** Leaves out a profile or model that no longer exists. */
export async function basisOf(
  userId: UserScope,
  { profileId, model: chosen, effort, systemPrompt }: ConversationSettings,
): Promise<AnswerBasis> {
  const grounding = profileId === null ? NO_GROUNDING : await readGrounding(userId, profileId);
  const { model } = modelInUse(chosen, models());
  return {
    model: model.id,
    effort: model.effort ? effort : null,
    grounds: { systemPrompt, grounding: grounding(null) },
    profileId,
  };
}

export interface PromptPreview {
  /** Exactly what is sent before the conversation's messages. */
  text: string;
  /** Passages of documents go with each message, those that fit it. */
  hasPassages: boolean;
  /** Roughly the tokens that it adds to every message, before the model's weight. */
  tokens: number;
  /** Its name for people. */
  model: string;
}

/** What these settings would send to the model. @throws AppError `invalid`, `not-found` (the profile) */
export async function previewPrompt(
  userId: UserScope,
  wanted: ConversationSettings,
): Promise<PromptPreview> {
  const settings = await checkSettings(userId, wanted);
  const { model, grounds, sources } = await withQuestion(
    userId,
    await basisOf(userId, settings),
    '',
  );
  const text = systemText(grounds);
  const hasPassages = sources?.isWhole === false;
  return { text, hasPassages, tokens: promptTokens(text), model: modelName(model) };
}

/** The profiles and models that a person can choose for a conversation. */
export async function readChoices(userId: UserScope): Promise<SettingsChoices> {
  const { profiles, selectedId } = await readProfileList(userId);
  return {
    profiles: profiles.map(({ id, name, look }) => ({ id, name, logoUrl: look?.logoUrl ?? null })),
    selectedId,
    models: modelChoices(),
    dictates: transcriptionModel() !== null,
  };
}

function modelChoices(): ModelChoice[] {
  const offered = models();
  const names = modelNames(offered.map(({ id }) => id));
  return offered.map((model, index) => ({ ...model, name: names[index]! }));
}
