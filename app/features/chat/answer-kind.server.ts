import { usageOf, type GenerationKind } from '~/features/generation/index.server';

import { announce, type ChatChange } from './changes.server';
import { shownUsage } from './answer-usage.server';
import { savedPreview } from './preview';
import { lockConversation, touchConversation } from './conversation-table.server';
import { wholeText } from './message-objects.server';
import { appendToMessage, findMessage } from './message-table.server';
import { moveOutSoon } from './move-out.server';
import { LONGEST_TEXT } from './overflow';

/** How a chat takes over the text of a finished run. */
export const answerKind: GenerationKind = {
  async lock(tx, run) {
    if (run.conversationId) await lockConversation(tx, run.userId, run.conversationId);
  },

  async fold(tx, run) {
    const { userId, conversationId, id, state, reason } = run;
    const bytes = await appendToMessage(tx, userId, id, run.text);
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
    const changes: ChatChange[] = conversation
      ? [{ topic: 'conversation', data: { type: 'changed', conversation } }, ended]
      : [ended];
    const tell = await announce(tx, userId, ...changes);
    return () => {
      tell();
      if (bytes > LONGEST_TEXT) moveOutSoon(userId, id);
    };
  },

  async priorText(sql, userId, id) {
    const message = await findMessage(sql, userId, id);
    return message && wholeText(message.content, message.contentUrl);
  },
};
