import { client, RequestRefused } from '~/http/client';

import {
  ASSISTANT_MAX_TOKENS,
  ASSISTANT_MODEL,
  ASSISTANT_TEMPERATURE,
  type AssistantMessage,
} from './assistant';
import { helpTexts } from '../texts';
import type { HelpAssistantApi } from './routes/help-assistant';

const api = client<HelpAssistantApi>();

/** The answer doesn't have the structure of one. */
class InvalidAnswer extends Error {}

/** Asks the help assistant. Rejects with what `reasonOf` has words for. */
export async function askHelp(messages: readonly AssistantMessage[]): Promise<string> {
  const body = {
    messages: [...messages],
    model: ASSISTANT_MODEL,
    temperature: ASSISTANT_TEMPERATURE,
    max_tokens: ASSISTANT_MAX_TOKENS,
  };
  return contentOf(await api.post('/api/tools/helpmenuassistant', { body }));
}

/** Why there is no answer; completes "AI response error: …". */
export function reasonOf(error: unknown): string {
  if (error instanceof InvalidAnswer || error instanceof SyntaxError) {
    return helpTexts.invalidAnswer;
  }
  if (!(error instanceof RequestRefused)) return helpTexts.noAnswer;
  const reason = (error.body as { error?: unknown } | null)?.error;
  // It stands in the middle of a sentence.
  return typeof reason === 'string' && reason !== ''
    ? reason.replace(/\.$/, '')
    : helpTexts.invalidAnswer;
}

/** `choices[0].message.content`; anything else is an error. */
function contentOf(body: unknown): string {
  const choices = (body as { choices?: unknown } | null)?.choices;
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  const content = (first as { message?: { content?: unknown } } | null)?.message?.content;
  if (typeof content !== 'string' || content.trim() === '') throw new InvalidAnswer();
  return content;
}
