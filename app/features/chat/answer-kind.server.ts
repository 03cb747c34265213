import { usageOf, type GenerationKind } from '~/features/generation/index.server';

import { announce, type ChatChange } from './changes.server';
import { shownUsage } from './answer-usage.server';
import { savedPreview } from './preview';
import { lockConversation, touchConversation } from './conversation-table.server';
import { appendToMessage, readMessage } from './message-table.server';

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
    const used = await usageOf(tx, { userId, conversationId, id });
    const ended: ChatChange = {
      topic: 'answer',
      data: {
        id,
        conversationId,
        state,
        reason,
        usage: shownUsage(used),
        conversationTokens: used.conversationTokens,
      },
    };
    if (!conversation) return announce(tx, userId, ended);
    const changed: ChatChange = { topic: 'conversation', data: { type: 'changed', conversation } };
    return announce(tx, userId, changed, ended);
  },

  priorText(sql, userId, id) {
    return readMessage(sql, userId, id);
  },
};
