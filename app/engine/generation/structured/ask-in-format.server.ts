import {
  addUsage,
  type ChatEnd,
  type ChatMessage,
  type ChatUsage,
  noteFormatIgnored,
} from '~/gateways/ai/index.server';
import { countTokens } from '~/lib/tokens/count.server';
import { estimateTokens } from '~/lib/tokens/estimate';

import { ATTEMPT_MARK } from './attempts';
import type { Run } from '../run/runs.server';
import type { StructuredFormat } from './structured-format.server';

export interface FormatRequest {
  messages: ChatMessage[];
  /** What both attempts may cost besides the first prompt. */
  maxTokens: number;
  format: StructuredFormat;
  /** The most that one attempt may write. */
  attemptTokens: number;
}

export interface FormatEnd {
  /** Its usage is that of both attempts. */
  chat: ChatEnd | null;
  /** Whether the last attempt has the form. */
  valid: boolean;
  /** What the second attempt threw. */
  failure?: unknown;
}

/** How much of an invalid answer the second attempt reads (UTF-16 units). */
const MAX_REPEATED = 8_000;
/** Less room than this is too little to try again. */
const MIN_ROOM = 300;

/** What two attempts may take besides the first prompt: two answers, and the prompt again with the first answer. */
export function tokensForFormat(promptTokens: number, attemptTokens: number): number {
  return 2 * attemptTokens + promptTokens + Math.min(attemptTokens, MAX_REPEATED) + MIN_ROOM;
}

/**
 * Asks for an answer in JSON, and once more with what is wrong when it doesn't have the form. `ask` streams one attempt into
 * the run's text; `mark` puts the sign between them there.
 * @throws what the first attempt throws
 */
export async function askInFormat(
  run: Pick<Run, 'text' | 'cutBy' | 'model' | 'promptTokens'>,
  { messages, maxTokens, format, attemptTokens }: FormatRequest,
  io: {
    ask: (messages: ChatMessage[], maxTokens: number) => Promise<ChatEnd | null>;
    mark: (text: string) => void;
  },
): Promise<FormatEnd> {
  const began = run.text.length;
  const first = await io.ask(messages, Math.min(maxTokens, attemptTokens));
  const answer = run.text.slice(began);
  if (run.cutBy || first === null || answer === '') return { chat: first, valid: true };
  const problem = format.problemOf(answer);
  const misfit = problem === null ? ((await format.misfitOf?.(answer)) ?? null) : null;
  if (problem === null && misfit === null) return { chat: first, valid: true };

  const brokeOff = problem !== null && first.finishReason === 'length';
  if (problem !== null && !brokeOff) noteFormatIgnored(run.model);
  const again = corrected(messages, answer, misfit ?? formProblem(brokeOff ? BROKE_OFF : problem));
  const promptTokens = tokensOf(again);
  const spent = await usageOf(first.usage, run.promptTokens, answer);
  const room = maxTokens - spent.completionTokens - promptTokens;
  if (room < MIN_ROOM) return { chat: { ...first, usage: spent }, valid: false };

  io.mark(ATTEMPT_MARK);
  const start = run.text.length;
  const secondUsage = async (usage: ChatUsage | null) => {
    const text = run.text.slice(start);
    // As everywhere, an attempt without a single character is free.
    return text === '' ? spent : addUsage(spent, await usageOf(usage, promptTokens, text));
  };
  try {
    const second = await io.ask(again, Math.min(room, attemptTokens));
    const usage = await secondUsage(second?.usage ?? null);
    const valid = format.problemOf(run.text.slice(start)) === null;
    return { chat: { finishReason: second?.finishReason ?? null, usage }, valid };
  } catch (failure) {
    const chat = { finishReason: null, usage: await secondUsage(null) };
    return { chat, valid: false, failure };
  }
}

const formProblem = (problem: string | null) =>
  `Your answer does not have the form that was asked for:\n\n${problem}`;
const BROKE_OFF = 'It was too long and broke off. Be much briefer.';

/** The prompt again, with the answer and what is wrong with it. */
function corrected(messages: ChatMessage[], answer: string, problem: string): ChatMessage[] {
  return [
    ...messages,
    { role: 'assistant', content: answer.slice(0, MAX_REPEATED).toWellFormed() },
    {
      role: 'user',
      content: `${problem}\n\nAnswer again, with the whole JSON object and nothing else.`,
    },
  ];
}

function tokensOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content) + 4, 0);
}

/** As the provider reported it, or else an estimate. */
async function usageOf(
  reported: ChatUsage | null,
  promptTokens: number,
  text: string,
): Promise<ChatUsage> {
  return reported ?? { promptTokens, completionTokens: await countTokens(text) };
}
