import { usageOf, type EndedRun, type GenerationKind } from '~/engine/generation/index.server';
import { settleCitations } from '~/features/brand/index.server';
import { publish, reserveSequence, type LiveEvent } from '~/engine/events/index.server';
import { afterCommit, type Sql } from '~/lib/db/index.server';

import { shownContext, shownUsage } from './shown-usage.server';
import { savedPreview } from '../conversations/settings/titles';
import { lockConversation, touchConversation } from '../conversations/conversation-data.server';
import { fullText } from '../messages/message-objects.server';
import { moveContentIn } from '../messages/message-overflow.server';
import { appendToMessage, findMessage, isRepliedTo } from '../messages/message-data.server';
import { moveOutSoon } from '../messages/message-overflow.server';
import { MAX_TEXT } from '../messages/overflow';

/** How a chat stores the text of a finished run. */
export const answerKind: GenerationKind = {
  async lock(tx, run) {
    if (run.conversationId) await lockConversation(tx, run.userId, run.conversationId);
  },

  async fold(tx, run) {
    const { userId, conversationId, id } = run;
    if (!conversationId) {
      await appendToMessage(tx, userId, id, run.text);
      return;
    }
    const preview = run.text === '' ? null : savedPreview(run.text);
    const [bytes, conversation, ended, publishReserved] = await Promise.all([
      appendToMessage(tx, userId, id, run.text),
      touchConversation(tx, userId, conversationId, preview || null),
      endOf(tx, { ...run, conversationId }),
      reserveSequence(tx, userId),
      settleCitations(tx, userId, id, run.text, run.state === 'done'),
    ]);
    if (conversation) {
      publishReserved({ topic: 'conversation', data: { type: 'changed', conversation } }, ended);
    } else {
      publishReserved(ended);
    }
    if (bytes > MAX_TEXT) afterCommit(tx, () => moveOutSoon(userId, id));
  },

  async supplement(tx, run) {
    const { userId, conversationId, id } = run;
    const message = await findMessage(tx, userId, id);
    // A reply was based on the text as it is.
    if (!message || !conversationId || (await isRepliedTo(tx, userId, id))) return false;
    if (message.contentUrl !== null) await moveContentIn(tx, userId, id, run.prior);
    const bytes = await appendToMessage(tx, userId, id, run.text);
    await publish(tx, userId, await endOf(tx, { ...run, conversationId }));
    if (bytes > MAX_TEXT) afterCommit(tx, () => moveOutSoon(userId, id));
    return true;
  },

  async priorText(sql, userId, id) {
    const message = await findMessage(sql, userId, id);
    return message && fullText(message.content, message.contentUrl);
  },
};

async function endOf(
  tx: Sql,
  { userId, conversationId, id, state, reason }: EndedRun & { conversationId: string },
): Promise<LiveEvent> {
  const used = await usageOf(tx, { userId, conversationId, id });
  return {
    topic: 'answer',
    data: {
      id,
      conversationId,
      state,
      reason,
      usage: shownUsage(used),
      context: shownContext(used),
      conversationTokens: used.conversationTokens,
    },
  };
}
