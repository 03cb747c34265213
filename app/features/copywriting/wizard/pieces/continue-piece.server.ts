import { publish } from '~/engine/events/index.server';
import { canContinue } from '~/engine/generation';
import { queueContinuation, startRun } from '~/engine/generation/index.server';
import { roomForAll } from '~/features/billing/index.server';
import { defaultModel, weightOf } from '~/gateways/ai/index.server';
import { afterCommit, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { estimateTokens } from '~/lib/tokens/estimate';

import { formatById } from '../../formats/formats';
import type { PieceView } from '../briefs/brief';
import { openPiece } from '../briefs/open-brief.server';
import { buildContinuation, TEMPERATURE } from '../prompt/prompt.server';
import { briefRefusals } from '../texts';
import { demoPiece } from './demo-piece';
import { holdPiece } from './piece-actions.server';
import { findPiece, replaceContent } from './piece-data.server';
import { groundingForPiece, PIECE_KIND, reckon, taskOf } from './queue-pieces.server';

/** With room for less, the end of a text is not worth beginning. */
const LEAST_TOKENS = 100;

/**
 * Takes up a piece that was stopped, interrupted or broken off; its text goes on where it stopped, after what the person
 * has made of it.
 * @throws AppError `not-found`, `conflict` when it is being written or finished, `out-of-tokens`.
 */
export async function continuePiece(userId: string, id: string | undefined): Promise<PieceView> {
  const model = defaultModel();
  const grounding = await groundingForPiece(userId, id);
  const pieceId = await transaction(async (tx) => {
    const { piece, brief } = await holdPiece(tx, userId, id);
    const format = formatById(piece.format);
    if (!format) throw new AppError('not-found', briefRefusals.pieceGone);
    if (!canContinue(piece.state)) throw new AppError('conflict', briefRefusals.finished);
    const prior = piece.edited ?? piece.content;
    if (piece.edited !== null) await replaceContent(tx, userId, piece.id, prior);
    const wanted = { formatId: format.id, position: piece.position };
    const task = taskOf(brief, grounding, wanted);
    const prompt = buildContinuation(task, prior);
    const whole = reckon(task, prompt);
    const written = estimateTokens(prior);
    const [maxTokens] = await roomForAll(tx, {
      userId,
      requests: [{ ...whole, leastTokens: Math.max(LEAST_TOKENS, whole.leastTokens - written) }],
      weight: weightOf(model),
      now: new Date(),
    });
    const run = await queueContinuation(tx, {
      id: piece.id,
      userId,
      conversationId: null,
      kind: PIECE_KIND,
      model,
      promptTokens: prompt.tokens,
      maxTokens: maxTokens!,
      prior,
    });
    const now = await findPiece(tx, userId, piece.id);
    const version = now?.version ?? piece.version;
    afterCommit(tx, () => {
      const demo = restOf(demoPiece(task), prior);
      const { messages } = prompt;
      startRun(run, { messages, temperature: TEMPERATURE, demo, whole: true });
    });
    await publish(
      tx,
      userId,
      {
        topic: 'piece',
        data: {
          id: piece.id,
          briefId: brief.id,
          state: 'queued',
          reason: null,
          usedTokens: null,
          version,
        },
      },
      { topic: 'text', data: { id: piece.id, state: 'queued' } },
    );
    return piece.id;
  });
  return openPiece(userId, pieceId);
}

/** The demo goes on where it was stopped. */
function restOf(demo: string, prior: string): string {
  return demo.startsWith(prior) && demo.length > prior.length
    ? demo.slice(prior.length)
    : `\n\n${demo}`;
}
