import { type LiveEvent, publish } from '~/engine/events/index.server';
import {
  type GenerationKind,
  type QueuedRun,
  queueRun,
  startRun,
} from '~/engine/generation/index.server';
import { roomForAll } from '~/features/billing/index.server';
import {
  type GroundingFor,
  keepSources,
  NO_GROUNDING,
  readGrounding,
  readOwnGrounding,
  retrieveSources,
  type SentSources,
  settleCitations,
} from '~/features/brand/index.server';
import { defaultModel, weightOf } from '~/gateways/ai/index.server';
import { afterCommit, sql, type Sql } from '~/lib/db/index.server';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import type { FormatId } from '../../formats/formats';
import type { BriefFields, BriefRequest } from '../briefs/brief';
import { findBrief, lockBriefsOf } from '../briefs/brief-data.server';
import {
  buildPrompt,
  type ModelInput,
  TEMPERATURE,
  type VariantTask,
} from '../prompt/prompt.server';
import { demoVariant } from './demo-variant';
import { expectedTokens, maxTokensFor } from './lengths';
import { appendToVariant, findVariant, insertVariant, readContent } from './variant-data.server';

/** A variant to be written. */
export interface VariantRequest {
  formatId: FormatId;
  position: number;
  /** The text that it replaces. */
  earlier?: string;
  /** Set when it was requested by itself. */
  clientKey?: string;
}

/** What the variants of a brief are told of the person's business. */
export interface Grounds {
  /** About the brand, by the format of the text. */
  grounding: GroundingFor;
  /** What of its documents fits the brief. */
  sources: SentSources | null;
}

const NO_GROUNDS: Grounds = { grounding: NO_GROUNDING, sources: null };

/**
 * What the model is told for a new brief.
 * @throws AppError `not-found` for a profile that isn't this user's
 */
export async function requestGrounds(
  userId: UserScope,
  { profileId, fields }: Pick<BriefRequest, 'profileId' | 'fields'>,
): Promise<Grounds> {
  if (profileId === null) return NO_GROUNDS;
  const grounding = await readOwnGrounding(userId, profileId);
  return { grounding, sources: await retrieveSources(userId, profileId, questionOf(fields)) };
}

/**
 * The same for the brief of a variant, without grounding if the profile no longer exists. Call it before a
 * transaction, which must not wait for a second connection. A variant that is continued keeps the numbers that it cites.
 */
export async function groundsForVariant(
  userId: UserScope,
  id: string | undefined,
  { continues = false } = {},
): Promise<Grounds> {
  const variant = isId(id) ? await findVariant(sql, userId, id) : null;
  if (!variant) return NO_GROUNDS;
  return groundsForBrief(userId, variant.briefId, continues ? variant.id : undefined);
}

export async function groundsForBrief(
  userId: UserScope,
  id: string,
  variantId?: string,
): Promise<Grounds> {
  const brief = await findBrief(userId, id);
  if (!brief || brief.profileId === null) return NO_GROUNDS;
  const { profileId, fields } = brief;
  const [grounding, sources] = await Promise.all([
    readGrounding(userId, profileId),
    retrieveSources(userId, profileId, questionOf(fields), variantId),
  ]);
  return { grounding, sources };
}

/** What documents are searched for. */
function questionOf({ topic, keywords, callToAction }: BriefFields): string {
  return [topic, keywords.join(' '), callToAction].filter((text) => text !== '').join('\n');
}

/** Everything that a variant is written from. */
export function taskOf(
  brief: BriefRequest,
  { grounding, sources }: Grounds,
  request: VariantRequest,
): VariantTask {
  const { formatId, position, earlier = null } = request;
  return {
    formatId,
    fields: brief.fields,
    grounding: grounding(formatId),
    sources: sources?.text ?? '',
    position: position === 0 && brief.variants === 1 ? null : position,
    campaign: brief.kind === 'campaign' ? brief.formatIds : [],
    earlier,
  };
}

/** The variants that a new brief starts with. */
export function variantRequests({ formatIds, variants }: BriefRequest): VariantRequest[] {
  return formatIds.flatMap((formatId) =>
    Array.from({ length: variants }, (_, position) => ({ formatId, position })),
  );
}

/** The tokens that a variant is estimated to need. */
export function tokenNeeds({ formatId, fields }: VariantTask, prompt: ModelInput) {
  return {
    promptTokens: prompt.tokens,
    maxTokens: maxTokensFor(formatId, fields.length),
    leastTokens: expectedTokens(formatId, fields.length),
  };
}

/**
 * Queues variants of a locked brief, all or none; their runs start after the commit. The caller publishes the events.
 * @throws AppError `out-of-tokens`
 */
export async function queueVariants(
  tx: Sql,
  {
    userId,
    briefId,
    sources,
    tasks,
  }: {
    userId: UserScope;
    briefId: string;
    /** What they may cite. */
    sources: SentSources | null;
    tasks: readonly (Pick<VariantRequest, 'position' | 'clientKey'> & { task: VariantTask })[];
  },
): Promise<{ ids: string[]; events: LiveEvent[] }> {
  const model = defaultModel();
  const prompts = tasks.map(({ task }) => buildPrompt(task));
  const requests = tasks.map(({ task }, index) => tokenNeeds(task, prompts[index]!));
  const rows = tasks.map(({ task, position, clientKey = null }) => ({
    id: newId(),
    userId,
    briefId,
    clientKey,
    format: task.formatId,
    position,
  }));
  for (const row of rows) {
    await insertVariant(tx, row);
    await keepSources(tx, userId, row.id, sources, 'text');
  }
  const room = await roomForAll(tx, {
    userId,
    requests,
    weight: weightOf(model),
    now: new Date(),
  });
  const runs: QueuedRun[] = [];
  for (const [index, { id }] of rows.entries()) {
    const run = await queueRun(tx, {
      id,
      userId,
      conversationId: null,
      kind: VARIANT_KIND,
      model,
      promptTokens: prompts[index]!.tokens,
      maxTokens: room[index]!,
    });
    runs.push(run);
  }
  afterCommit(tx, () => {
    for (const [index, run] of runs.entries()) {
      const { messages } = prompts[index]!;
      const demo = demoVariant(tasks[index]!.task);
      startRun(run, { messages, temperature: TEMPERATURE, demo, whole: true });
    }
  });
  return {
    ids: rows.map(({ id }) => id),
    events: rows.map(({ id }) => ({
      topic: 'variant',
      data: { id, briefId, state: 'queued', reason: null, usedTokens: null, version: 1 },
    })),
  };
}

/** The generation kind of variants; "piece" is its stored name. */
export const VARIANT_KIND = 'piece';

/** Moves the text of an ended run into its variant. */
export const variantKind: GenerationKind = {
  async lock(tx, { userId, id }) {
    await lockBriefsOf(tx, userId, [id]);
  },

  async fold(tx, { id, userId, text, state, reason }) {
    const variant = await appendToVariant(tx, userId, id, text);
    if (!variant) return;
    await settleCitations(tx, userId, id, text);
    await publish(
      tx,
      userId,
      { topic: 'variant', data: { id, state, reason, ...variant } },
      { topic: 'text', data: { id, state } },
    );
  },

  async supplement(tx, run) {
    const variant = await findVariant(tx, run.userId, run.id);
    // The user has edited it since.
    if (variant?.edited !== null) return false;
    await variantKind.fold(tx, run);
    return true;
  },

  priorText: readContent,
};
