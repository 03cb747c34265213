import { publish } from '~/engine/events/index.server';
import type { ChatMessage } from '~/gateways/ai/index.server';
import { sql, type Sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';
import { estimateTokens } from '~/lib/tokens/estimate';

import { findGeneration } from './generation-data.server';
import { type GenerationKind, kindOf } from './kinds.server';
import { tokensForFormat } from './structured/ask-in-format.server';
import { queueContinuation, queueRun, startRun } from './run/queue-run.server';
import type { StructuredFormat } from './structured/structured-format.server';
import { appendToText, insertText, readText, removeTexts } from './text-data.server';

/**
 * The kind of texts that have no row of their feature, such as a rewrite or a proposal. They are kept for a day; what the
 * person makes of one is stored elsewhere. A feature registers it, or what does more in `fold`, under its own name and calls
 * `requestText`.
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
  hasNoRows: true,
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
  /** The estimate, for a provider that doesn't report it. */
  promptTokens: number;
  /** The built-in demo's answer. */
  demo?: string;
}

export interface TextRequest extends TextSubject, TextPrompt {
  /** The text is JSON of this form: read the last attempt of it (`lastAttempt`). */
  format?: StructuredFormat;
}

/** Stores what belongs to a text, in the transaction that requests it. */
type Alongside = (tx: Sql, id: string) => Promise<void>;

const nothing: Alongside = () => Promise.resolve();

/**
 * Requests a text, which the server writes to its end whether anyone reads it or not. Resolves with its id when the request
 * is stored and the run has started; read it with `readProgress` or as a stream.
 * @throws AppError `out-of-tokens`
 */
export async function requestText(
  request: TextRequest,
  alongside: Alongside = nothing,
): Promise<{ id: string }> {
  const { userId, kind, model, messages, temperature, demo, format } = request;
  const structured = format && { format, attemptTokens: request.maxTokens };
  requireTextKind(kind);
  const id = newId();
  const run = await transaction(async (tx) => {
    await insertText(tx, userId, id);
    const subject = { id, userId, conversationId: null, kind, model };
    const run = await queueRun(tx, { ...subject, ...reservationFor(request) });
    await alongside(tx, id);
    return run;
  });
  startRun(run, { messages, temperature, demo, structured });
  return { id };
}

/** How many tokens are set aside for a text of this form, with `maxTokens` for each answer. */
export function reservationFor({
  promptTokens,
  maxTokens,
  format,
}: Pick<TextRequest, 'promptTokens' | 'maxTokens' | 'format'>) {
  if (!format) return { promptTokens, maxTokens };
  // Where the form can't be a parameter, it's in the prompt.
  const withForm = promptTokens + estimateTokens(JSON.stringify(format.schema));
  return { promptTokens: withForm, maxTokens: tokensForFormat(withForm, maxTokens) };
}

/**
 * Continues a text that ended early; `promptAfter` returns the prompt for the text so far.
 * @throws AppError `not-found`, `conflict` when it can't be continued, `out-of-tokens`
 */
export async function continueText(
  request: TextSubject & { id: string },
  promptAfter: (prior: string) => TextPrompt,
  alongside: Alongside = nothing,
): Promise<void> {
  const { id, userId, kind, model, maxTokens, temperature } = request;
  requireTextKind(kind);
  const { run, messages } = await transaction(async (tx) => {
    // Locked, so that the run continues exactly the text that the prompt has.
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
  if (!kindOf(kind).hasNoRows) throw new Error(`texts of kind "${kind}" have rows of their own`);
}

/** The job that removes texts of `textKind` after a day. */
export async function purgeGeneratedTexts(now: Date): Promise<void> {
  const removed = await removeTexts(sql, new Date(now.getTime() - DAY_MS));
  if (removed > 0) log.info({ removed }, 'removed texts that no one kept');
}
