import type { GenerationKind } from '~/features/generation/index.server';

import { announce } from './changes.server';
import { savedPreview } from './preview';
import { appendToMessage, lockConversation, readMessage, touchConversation } from './tables.server';

/** How a chat takes over the text of a finished run. */
export const answerKind: GenerationKind = {
  async lock(tx, run) {
    if (run.conversationId) await lockConversation(tx, run.userId, run.conversationId);
  },

  async fold(tx, run) {
    const { userId, conversationId, id, state, reason } = run;
    if (run.text !== '') await appendToMessage(tx, userId, id, run.text);
    if (!conversationId) return () => {};
    const preview = run.text === '' ? null : savedPreview(run.text);
    const conversation = await touchConversation(tx, userId, conversationId, preview || null);
    const tellConversation =
      conversation &&
      (await announce(tx, userId, {
        topic: 'conversation',
        data: { type: 'changed', conversation },
      }));
    const tellAnswer = await announce(tx, userId, {
      topic: 'answer',
      data: { id, conversationId, state, reason },
    });
    return () => {
      tellConversation?.();
      tellAnswer();
    };
  },

  priorText(sql, userId, id) {
    return readMessage(sql, userId, id);
  },
};
