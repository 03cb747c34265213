import type { StructuredFormat } from '~/engine/generation/structured/structured-format.server';
import { TEMPERATURE } from '~/features/copywriting/wizard/prompt/prompt.server';
import type { ChatMessage, ChatRequest } from '~/gateways/ai/chat';
import { openAiProvider } from '~/gateways/ai/openai.server';
import { estimateTokens } from '~/lib/tokens/estimate';
import type { Access } from '~/settings/providers.server';

import { ANSWER_TOKENS, type Models } from './evaluation.ts';

/** The run would use more than it may. */
export class OutOfBudget extends Error {}

/** Both models of one server, and what they have used, with `spent` by an earlier run that this one continues. */
export function modelsOf(
  access: Access,
  { writer, judge, maxTokens }: { writer: string; judge: string; maxTokens: number },
  spent = 0,
): Models & { used: () => number } {
  const provider = openAiProvider(access);
  let used = spent;

  async function ask(request: Omit<ChatRequest, 'signal'>): Promise<string> {
    const prompt = tokensOf(request.messages);
    // What runs beside it isn't counted yet, so it may go over by as much as that.
    if (used + prompt + request.maxTokens > maxTokens) {
      throw new OutOfBudget(
        `The run has used ${used} of at most ${maxTokens} tokens and ends here. What is done is kept: run it again with more --max-tokens.`,
      );
    }
    const { text, usage } = await provider.complete({
      ...request,
      signal: new AbortController().signal,
    });
    used += usage ? usage.promptTokens + usage.completionTokens : prompt + estimateTokens(text);
    return text;
  }

  return {
    used: () => used,

    write: (messages) =>
      ask({ model: writer, messages, maxTokens: ANSWER_TOKENS.text, temperature: TEMPERATURE }),

    async judge(messages, format: StructuredFormat) {
      const request = { model: judge, maxTokens: ANSWER_TOKENS.verdict, temperature: 0, format };
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const answer = await ask({ ...request, messages });
        if (format.problemOf(answer) === null) return answer;
        provider.noteFormatIgnored(judge);
      }
      return null;
    },
  };
}

function tokensOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}
