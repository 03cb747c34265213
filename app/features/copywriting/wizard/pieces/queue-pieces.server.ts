import { type LiveEvent, publish } from '~/engine/events/index.server';
import {
  type GenerationKind,
  type QueuedRun,
  queueRun,
  startRun,
} from '~/engine/generation/index.server';
import { roomForAll } from '~/features/billing/index.server';
import { readGrounding, readOwnGrounding } from '~/features/brand/index.server';
import { defaultModel, weightOf } from '~/gateways/ai/index.server';
import { afterCommit, sql, type Sql } from '~/lib/db/index.server';
import { isId, newId } from '~/lib/ids.server';

import type { FormatId } from '../../formats/formats';
import type { BriefRequest } from '../briefs/brief';
import { findBrief, lockBriefsOf } from '../briefs/brief-data.server';
import { buildPrompt, type PieceTask, type Prompt, TEMPERATURE } from '../prompt/prompt.server';
import { demoPiece } from './demo-piece';
import { expectedTokens, mostTokens } from './lengths';
import { appendToPiece, findPiece, insertPiece, readContent } from './piece-data.server';

/** A text of a brief that is to be written. */
export interface Wanted {
  formatId: FormatId;
  position: number;
  /** The text that it takes the place of. */
  earlier?: string;
  /** Where it is asked for by itself. */
  clientKey?: string;
}

/** What the model is told of the brand of a new brief. @throws AppError `not-found` for a profile that is not this user's. */
export async function ownGrounding(
  userId: string,
  { profileId }: Pick<BriefRequest, 'profileId'>,
): Promise<string | null> {
  return profileId === null ? null : readOwnGrounding(userId, profileId);
}

/**
 * The same for the brief of a piece; a profile that is gone by now is left out. For the time before a transaction, which
 * must not wait for a second connection.
 */
export async function groundingForPiece(
  userId: string,
  id: string | undefined,
): Promise<string | null> {
  const piece = isId(id) ? await findPiece(sql, userId, id) : null;
  return piece && groundingForBrief(userId, piece.briefId);
}

export async function groundingForBrief(userId: string, id: string): Promise<string | null> {
  const brief = await findBrief(sql, userId, id);
  if (!brief || brief.profileId === null) return null;
  return readGrounding(userId, brief.profileId);
}

/** What a piece of a brief is written from. */
export function taskOf(brief: BriefRequest, grounding: string | null, wanted: Wanted): PieceTask {
  const { formatId, position, earlier = null } = wanted;
  return {
    formatId,
    fields: brief.fields,
    grounding,
    position: position === 0 && brief.variants === 1 ? null : position,
    campaign: brief.kind === 'campaign' ? brief.formatIds : [],
    earlier,
  };
}

/** Every text that a brief asks for at first. */
export function wantedBy({ formatIds, variants }: BriefRequest): Wanted[] {
  return formatIds.flatMap((formatId) =>
    Array.from({ length: variants }, (_, position) => ({ formatId, position })),
  );
}

/** What a text of this task is reckoned at. */
export function reckon({ formatId, fields }: PieceTask, prompt: Prompt) {
  return {
    promptTokens: prompt.tokens,
    maxTokens: mostTokens(formatId, fields.length),
    leastTokens: expectedTokens(formatId, fields.length),
  };
}

/**
 * Queues pieces of a locked brief, all or none of them; their runs start after the commit. The caller publishes the events.
 * @throws AppError `out-of-tokens`
 */
export async function queuePieces(
  tx: Sql,
  {
    userId,
    briefId,
    tasks,
  }: {
    userId: string;
    briefId: string;
    tasks: readonly (Pick<Wanted, 'position' | 'clientKey'> & { task: PieceTask })[];
  },
): Promise<{ ids: string[]; events: LiveEvent[] }> {
  const model = defaultModel();
  const prompts = tasks.map(({ task }) => buildPrompt(task));
  const requests = tasks.map(({ task }, index) => reckon(task, prompts[index]!));
  const rows = tasks.map(({ task, position, clientKey = null }) => ({
    id: newId(),
    userId,
    briefId,
    clientKey,
    format: task.formatId,
    position,
  }));
  for (const row of rows) await insertPiece(tx, row);
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
      kind: PIECE_KIND,
      model,
      promptTokens: prompts[index]!.tokens,
      maxTokens: room[index]!,
    });
    runs.push(run);
  }
  afterCommit(tx, () => {
    for (const [index, run] of runs.entries()) {
      const { messages } = prompts[index]!;
      const demo = demoPiece(tasks[index]!.task);
      startRun(run, { messages, temperature: TEMPERATURE, demo, whole: true });
    }
  });
  return {
    ids: rows.map(({ id }) => id),
    events: rows.map(({ id }) => ({
      topic: 'piece',
      data: { id, briefId, state: 'queued', reason: null, usedTokens: null, version: 1 },
    })),
  };
}

/** The name by which generations know pieces. */
export const PIECE_KIND = 'piece';

/** How a brief takes over the text of a finished run. */
export const pieceKind: GenerationKind = {
  async lock(tx, { userId, id }) {
    await lockBriefsOf(tx, userId, [id]);
  },

  async fold(tx, { id, userId, text, state, reason }) {
    const piece = await appendToPiece(tx, userId, id, text);
    if (!piece) return;
    await publish(
      tx,
      userId,
      { topic: 'piece', data: { id, state, reason, ...piece } },
      { topic: 'text', data: { id, state } },
    );
  },

  async supplement(tx, run) {
    const piece = await findPiece(tx, run.userId, run.id);
    // The person has gone on with it.
    if (piece?.edited !== null) return false;
    await pieceKind.fold(tx, run);
    return true;
  },

  priorText: readContent,
};
