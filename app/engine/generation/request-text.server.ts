import { publish } from '~/engine/events/index.server';
import type { ChatMessage } from '~/gateways/ai/index.server';
import { sql, type Sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { type GenerationKind, kindOf } from './kinds.server';
import { queueContinuation, queueRun, startRun } from './queue-run.server';
import { findGeneration } from './generation-data.server';
import { appendToText, insertText, readText, removeTexts } from './text-data.server';

/**
 * Takes over texts that have no row elsewhere: a rewritten passage, a proposal. They can be read for a day; what the
 * person makes of one is kept elsewhere. A feature registers it under its own name and asks with `requestText`.
 */
export const textKind: GenerationKind = {
  lock: () => Promise.resolve(),

  async fold(tx, { id, userId, text, state }) {
    await appendToText(tx, userId, id, text);
    await publish(tx, userId, { topic: 'text', data: { id, state } });
  },

  async supplement(tx, run) {
    await textKind.fold(tx, run);
    return true;
  },

  priorText: readText,
};

interface TextSubject {
  userId: UserScope;
  /** A name that was registered with `textKind`. */
  kind: string;
  model: string;
  maxTokens: number;
  temperature: number;
}

interface TextPrompt {
  messages: ChatMessage[];
  /** What the prompt is reckoned at. */
  promptTokens: number;
}

export type TextRequest = TextSubject & TextPrompt;

/** Writes down what belongs to a text, in the transaction that asks for it. */
type Alongside = (tx: Sql, id: string) => Promise<void>;

const nothing: Alongside = () => Promise.resolve();

/**
 * Asks a model for a text that belongs to the server from here on. Resolves with its id when that is written down and
 * the run has begun; read it by `readProgress` or as a stream.
 * @throws AppError `out-of-tokens`
 */
export async function requestText(
  request: TextRequest,
  alongside: Alongside = nothing,
): Promise<{ id: string }> {
  const { userId, kind, model, messages, promptTokens, maxTokens, temperature } = request;
  requireTextKind(kind);
  const id = newId();
  const run = await transaction(async (tx) => {
    await insertText(tx, userId, id);
    const subject = { id, userId, conversationId: null, kind, model };
    const run = await queueRun(tx, { ...subject, promptTokens, maxTokens });
    await alongside(tx, id);
    return run;
  });
  startRun(run, { messages, temperature });
  return { id };
}

/**
 * Takes up a text that broke off; `promptAfter` says what the model reads, given what there is.
 * @throws AppError `not-found`, `conflict` when it cannot be continued, `out-of-tokens`
 */
export async function continueText(
  request: TextSubject & { id: string },
  promptAfter: (prior: string) => TextPrompt,
  alongside: Alongside = nothing,
): Promise<void> {
  const { id, userId, kind, model, maxTokens, temperature } = request;
  requireTextKind(kind);
  const { run, messages } = await transaction(async (tx) => {
    // Held from here on, so that the text is as it will be gone on from.
    const row = await findGeneration(tx, userId, id, 'FOR UPDATE');
    const prior = row?.kind === kind ? await readText(tx, userId, id) : null;
    if (prior === null) throw new AppError('not-found', 'This text is no longer there.');
    const { messages, promptTokens } = promptAfter(prior);
    const subject = { id, userId, conversationId: null, kind, model };
    const run = await queueContinuation(tx, { ...subject, promptTokens, maxTokens, prior });
    await alongside(tx, id);
    return { run, messages };
  });
  startRun(run, { messages, temperature });
}

function requireTextKind(kind: string): void {
  if (kindOf(kind) !== textKind) throw new Error(`texts of kind "${kind}" have a home`);
}

/** The job that removes texts without a home after a day. */
export async function purgeGeneratedTexts(now: Date): Promise<void> {
  const removed = await removeTexts(sql, new Date(now.getTime() - DAY_MS));
  if (removed > 0) log.info({ removed }, 'removed texts that nobody kept');
}
