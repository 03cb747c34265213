import { firstCharacters } from '~/lib/text/one-line';
import { chargeOperator, operatorBudget } from '~/features/billing/index.server';
import { AiError, completeChat, defaultModel } from '~/gateways/ai/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { countTokens } from '~/lib/tokens/count.server';
import { publish, publishNotice } from '~/engine/events/index.server';

import { chatTexts } from '../../texts';
import { titleConversation } from '../conversation-data.server';
import { cleanTitle, TITLE_SOURCE_LENGTH, titleFromStart, titleFromWords } from './titles';

const TIMEOUT_MS = 15_000;
const PROMPT =
  'Give this conversation a title of at most six words, in the language of the text. ' +
  'Answer with the title alone, without quotation marks.';

/**
 * A title for a text, also for POST /api/tools/generate-title, at the operator's expense. Never throws: if the answer is
 * empty or invalid, the title is the first 30 characters and '...'; after an error, or when the operator budget or this user's
 * share of it is spent, the first five words (docs/product.md, Conversation titles).
 */
export async function generateTitle(content: string, userId: UserScope): Promise<string> {
  try {
    const { ofUser } = await operatorBudget(userId, new Date());
    if (ofUser <= 0) return titleFromWords(content);
    const messages = [
      { role: 'system' as const, content: PROMPT },
      { role: 'user' as const, content: firstCharacters(content, TITLE_SOURCE_LENGTH) },
    ];
    const answer = await completeChat({
      model: defaultModel(),
      messages,
      maxTokens: 40,
      temperature: 0.3,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { usage } = answer;
    const tokens = usage
      ? usage.promptTokens + usage.completionTokens
      : await countTokens([...messages.map((message) => message.content), answer.text].join('\n'));
    await chargeOperator(userId, tokens, new Date());
    return cleanTitle(answer.text) ?? titleFromStart(content);
  } catch (err) {
    log.warn({ err }, 'generating a title failed');
    if (err instanceof AiError && err.code === 'invalid-response') return titleFromStart(content);
    return titleFromWords(content);
  }
}

/** Titles a conversation after its first message, unless its owner has renamed it meanwhile. Never rejects. */
export async function makeTitle(of: {
  userId: UserScope;
  id: string;
  content: string;
}): Promise<void> {
  try {
    const title = await generateTitle(of.content, of.userId);
    await saveTitle(of.userId, of.id, title);
  } catch (err) {
    log.error({ err, id: of.id }, 'saving a title failed');
    publishNotice(of.userId, chatTexts.titleFailed);
  }
}

export async function saveTitle(userId: UserScope, id: string, title: string): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    const conversation = await titleConversation(tx, userId, id, title);
    if (!conversation) return;
    await publish(sql, userId, { topic: 'conversation', data: { type: 'changed', conversation } });
  });
}
