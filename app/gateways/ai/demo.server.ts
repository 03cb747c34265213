import { setTimeout as sleep } from 'node:timers/promises';

import { estimateTokens } from '../../lib/tokens/estimate';
import { AiError } from './ai-error';
import { type ChatEnd, type ChatMessage, type ChatProvider, type ChatRequest } from './chat';
import { demoAnswer, demoTitle } from './demo-answer';
import { demoProfileDraft } from './demo-profile-draft';
import { replaceUnstorable } from './replace-unstorable';

/** About forty words a second: slow enough to see it stream, and fast enough that no one waits. */
const PACE_MS = 25;

/** A request for at most this many tokens wants a title. */
const TITLE_TOKENS = 100;

interface DemoSettings {
  /** The pause between two chunks. */
  paceMs?: number;
}

/**
 * Answers with handwritten samples, so that a fresh installation has a working chat. The same question gets the same
 * answer.
 */
export function demoProvider({ paceMs = PACE_MS }: DemoSettings = {}): ChatProvider {
  return {
    async stream(request, onText): Promise<ChatEnd> {
      const promptTokens = promptTokensOf(request);
      let completionTokens = 0;
      let finishReason = 'stop';
      for (const chunk of wordsOf(answer(request))) {
        const tokens = estimateTokens(chunk);
        if (completionTokens + tokens > request.maxTokens) {
          finishReason = 'length';
          break;
        }
        if (!(await pause(paceMs, request.signal))) {
          return { usage: null, finishReason: 'aborted' };
        }
        completionTokens += tokens;
        onText(chunk);
      }
      return { usage: { promptTokens, completionTokens }, finishReason };
    },

    async complete(request) {
      if (!(await pause(paceMs, request.signal))) throw new AiError('aborted');
      const text = answer(request);
      return {
        text,
        usage: { promptTokens: promptTokensOf(request), completionTokens: estimateTokens(text) },
      };
    },

    noteFormatIgnored() {},

    async warmUp() {},

    check: () => Promise.resolve('works'),
  };
}

function answer({ messages, demo, maxTokens }: ChatRequest): string {
  const text = replaceUnstorable(demo ?? answerTo(messages, maxTokens));
  // What a request to continue is about stands before it.
  const prior = messages.at(-2)?.role === 'assistant' ? messages.at(-2)!.content.trimEnd() : '';
  if (prior === '') return text;
  const whole = replaceUnstorable(demo ?? answerTo(messages.slice(0, -2), maxTokens));
  return whole.length > prior.length && whole.startsWith(prior) ? whole.slice(prior.length) : text;
}

function answerTo(messages: readonly ChatMessage[], maxTokens: number): string {
  const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const question = withoutSources(questions.at(-1) ?? '');
  if (maxTokens <= TITLE_TOKENS) return demoTitle(question);
  const instructions = messages.find(({ role }) => role === 'system')?.content ?? '';
  return (
    demoProfileDraft(instructions, questions[0] ?? '') ??
    demoAnswer(question, { instructions, turn: questions.length })
  );
}

const SOURCES_END = '\n</sources>\n\n';

/** A question without the passages of documents that it may begin with. */
function withoutSources(question: string): string {
  const end = question.startsWith('<sources>\n') ? question.indexOf(SOURCES_END) : -1;
  return end === -1 ? question : question.slice(end + SOURCES_END.length);
}

function promptTokensOf(request: ChatRequest): number {
  return request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

/** False if the signal ended the pause early. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Each word with the whitespace before it; the last one also with what follows it. */
function wordsOf(text: string): string[] {
  const end = text.trimEnd();
  if (end === '') return [];
  const words = end.split(/(?<=\S)(?=\s)/);
  return [...words.slice(0, -1), words.at(-1) + text.slice(end.length)];
}
