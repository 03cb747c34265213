import { z } from 'zod';

import { chargeOperator, operatorBudget } from '~/features/billing/index.server';
import { AiError, completeChat, defaultModel, models, weightOf } from '~/gateways/ai/index.server';
import type { Input } from '~/http/input.server';
import { AppError } from '~/lib/errors';
import { formatNumber } from '~/lib/format/numbers';
import type { UserScope } from '~/lib/scope';
import { countTokens } from '~/lib/tokens/count.server';
import { MINUTE_MS } from '~/lib/time';

import type { Article } from '../articles/article';
import { articleEntry, articles, findArticle } from '../articles/articles.server';
import {
  ASSISTANT_MAX_TOKENS,
  ASSISTANT_TEMPERATURE,
  MAX_ANSWER,
  MAX_QUESTION,
  MAX_MESSAGES,
  type AssistantAnswer,
  type AssistantCall,
  type AssistantMessage,
} from './assistant';
import { assistantPrompt, demoAnswerFrom, readSource, sourceLine } from './assistant-prompt';
import { REFUSALS } from '../refusals.server';
import { searchArticles } from '../articles/search-articles.server';

const TIMEOUT_MS = MINUTE_MS;
/** Articles whose full text goes into the prompt. */
const MAX_ARTICLES = 3;

const schema = z.object({
  messages: z
    .array(
      z.object({
        role: z.enum(['system', 'user', 'assistant']),
        content: z.string().max(MAX_ANSWER),
      }),
    )
    .min(1)
    .max(1_000),
  model: z.string().max(200).optional(),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.number().int().positive().optional(),
});

export type AssistantQuestion = z.output<typeof schema>;

/** What each field must be. Only other callers of the API see these errors: the app's own pages send valid fields. */
const fieldTexts = (): Record<keyof AssistantQuestion, string> => ({
  messages: `messages must be a list of up to 1,000 items, each with a role (system, user, or assistant) and a content of up to ${formatNumber(MAX_ANSWER)} characters`,
  model: 'model must be the name of a model, up to 200 characters long',
  temperature: 'temperature must be a number from 0 to 2',
  max_tokens: 'max_tokens must be a whole number of at least 1',
});

/** @throws AppError `invalid`, with the names of the invalid fields */
export const parseAssistantCall: Input<AssistantCall, AssistantQuestion> = (body) => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidCall(parsed.error.issues, body);
  const last = parsed.data.messages.at(-1);
  if (last?.role !== 'user' || last.content.trim() === '') {
    throw new AppError('invalid', REFUSALS.notAQuestion);
  }
  if ([...last.content].length > MAX_QUESTION) {
    throw new AppError('invalid', REFUSALS.questionTooLong);
  }
  return parsed.data;
};

function invalidCall(issues: readonly z.core.$ZodIssue[], body: unknown): AppError {
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const fields = Object.fromEntries(
    Object.entries(fieldTexts()).filter(([field]) => wrong.has(field)),
  );
  const { messages } = (body ?? {}) as { messages?: unknown };
  const isEmpty = messages === undefined || (Array.isArray(messages) && messages.length === 0);
  if (isEmpty && wrong.has('messages')) fields.messages = REFUSALS.notAQuestion;
  const text = Object.values(fields).join('; ');
  return text === ''
    ? new AppError('invalid', REFUSALS.notAQuestion)
    : new AppError('invalid', text, { fields });
}

/**
 * Answers a question about the product from the help articles (docs/product.md, Help assistant), at the operator's expense.
 * System messages are dropped, so that callers can't use the provider for anything else.
 * @throws AppError `unavailable`, with a text that completes "AI response error: …"
 */
export async function askAssistant(
  question: AssistantQuestion,
  userId: UserScope,
  signal: AbortSignal,
): Promise<AssistantAnswer> {
  const { ofAll, ofUser } = await operatorBudget(userId, new Date());
  if (ofAll <= 0) throw new AppError('unavailable', REFUSALS.budgetSpent);
  if (ofUser <= 0) throw new AppError('unavailable', REFUSALS.shareSpent);
  const talk = question.messages.filter(({ role }) => role !== 'system').slice(-MAX_MESSAGES);
  const found = articlesFor(talk);
  const model = models().find(({ id }) => id === question.model)?.id ?? defaultModel();
  const messages: AssistantMessage[] = [
    { role: 'system', content: assistantPrompt(found, articles().map(articleEntry)) },
    ...talk,
  ];
  const answer = await complete(messages, found, {
    model,
    temperature: question.temperature ?? ASSISTANT_TEMPERATURE,
    maxTokens: Math.min(question.max_tokens ?? ASSISTANT_MAX_TOKENS, ASSISTANT_MAX_TOKENS),
    userId,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const { text, source } = readSource(answer);
  if (text === '') throw new AppError('unavailable', REFUSALS.emptyAnswer);
  const article = source === null ? undefined : findArticle(source);
  const content = article ? `${text}\n\n${sourceLine(article)}` : text;
  return { choices: [{ message: { role: 'assistant', content } }] };
}

/** Articles about the last question, and, if there are few, about the one before. */
function articlesFor(talk: readonly AssistantMessage[]): Article[] {
  const questions = talk.filter(({ role }) => role === 'user').map(({ content }) => content);
  const [last = '', before = ''] = questions.reverse();
  const found = searchArticles(last, MAX_ARTICLES);
  if (found.length === MAX_ARTICLES || before === '') return found;
  const more = searchArticles(before, MAX_ARTICLES).filter((article) => !found.includes(article));
  return [...found, ...more].slice(0, MAX_ARTICLES);
}

interface Settings {
  model: string;
  temperature: number;
  maxTokens: number;
  userId: UserScope;
  signal: AbortSignal;
}

async function complete(
  messages: AssistantMessage[],
  found: readonly Article[],
  { userId, ...settings }: Settings,
): Promise<string> {
  try {
    const { text, usage } = await completeChat({
      ...settings,
      messages,
      demo: demoAnswerFrom(found),
    });
    const tokens = usage
      ? usage.promptTokens + usage.completionTokens
      : await countTokens([...messages.map(({ content }) => content), text].join('\n'));
    await chargeOperator(userId, Math.ceil(tokens * weightOf(settings.model)), new Date());
    return text;
  } catch (cause) {
    if (!(cause instanceof AiError)) throw cause;
    throw new AppError('unavailable', cause.reason, { cause });
  }
}
