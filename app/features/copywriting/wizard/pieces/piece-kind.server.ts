import { publish } from '~/engine/events/index.server';
import type { GenerationKind } from '~/engine/generation/index.server';

import { lockBriefsOf } from '../briefs/brief-data.server';
import { appendToPiece, findPiece, readContent } from './piece-data.server';

/** The name by which generations know pieces. */
export const PIECE_KIND = 'piece';

/** How a brief takes over the text of a finished run. */
export const pieceKind: GenerationKind = {
  async lock(tx, { userId, id }) {
    await lockBriefsOf(tx, userId, [id]);
  },

  async fold(tx, { id, userId, text, state, reason }) {
    const piece = await appendToPiece(tx, userId, id, text);
    if (!piece) return () => {};
    await publish(
      tx,
      userId,
      { topic: 'piece', data: { id, state, reason, ...piece } },
      { topic: 'text', data: { id, state } },
    );
    return () => {};
  },

  async supplement(tx, run) {
    const piece = await findPiece(tx, run.userId, run.id);
    // The person has gone on with it.
    return piece?.edited === null ? pieceKind.fold(tx, run) : null;
  },

  priorText: readContent,
};
