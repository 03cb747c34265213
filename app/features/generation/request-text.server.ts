import type { ChatMessage } from '~/gateways/ai/index.server';
import { transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { nextSequence, publishChanges } from '~/realtime/index.server';

import { kindOf, type GenerationKind } from './kinds.server';
import { queueRun, startRun } from './queue-run.server';
import { appendToText, insertText, readText } from './text-table.server';

/**
 * Takes over texts that have no row elsewhere: a rewritten passage, a proposal. They can be read for a day; what the
 * person makes of one is kept elsewhere. A feature registers it under its own name and asks with `requestText`.
 */
export const textKind: GenerationKind = {
  lock: () => Promise.resolve(),

  async fold(tx, { id, userId, text, state }) {
    await appendToText(tx, userId, id, text);
    const seq = await nextSequence(tx, userId);
    return () =>
      void publishChanges(userId, { seq, changes: [{ topic: 'text', data: { id, state } }] });
  },

  priorText: readText,
};

export interface TextRequest {
  userId: string;
  /** A name that was registered with `textKind`. */
  kind: string;
  model: string;
  messages: ChatMessage[];
  /** What the prompt is reckoned at. */
  promptTokens: number;
  maxTokens: number;
  temperature: number;
}

/**
 * Asks a model for a text that belongs to the server from here on. Resolves with its id when that is written down and
 * the run has begun; read it by `readProgress` or as a stream.
 * @throws AppError `out-of-tokens`
 */
export async function requestText(request: TextRequest): Promise<{ id: string }> {
  const { userId, kind, model, messages, promptTokens, maxTokens, temperature } = request;
  if (kindOf(kind) !== textKind) throw new Error(`texts of kind "${kind}" have a home`);
  const id = newId();
  const run = await transaction(async (tx) => {
    await insertText(tx, userId, id);
    return queueRun(tx, { id, userId, conversationId: null, kind, model, promptTokens, maxTokens });
  });
  startRun(run, { messages, temperature });
  return { id };
}
