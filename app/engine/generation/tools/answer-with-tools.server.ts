import { publish } from '~/engine/events/index.server';
import { cut, storeEnd } from '~/engine/leases/index.server';
import type { ChatEnd, ChatMessage, ChatRequest } from '~/gateways/ai/index.server';
import { afterCommit, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { killPoint } from '~/lib/kill-points.server';
import { recordTokens as countMetered } from '~/lib/metrics.server';
import { estimateTokens } from '~/lib/tokens/estimate';
import { MINUTE_MS } from '~/lib/time';

import { chargeFor, reserveTokens, settleTokens } from '../metering.server';
import type { RoundMark, Run } from '../run/runs.server';
import { transition } from '../state';
import { sentCall, withRounds } from './resume-rounds';
import { demandOf, newCalls, runCalls } from './run-call.server';
import { insertRound, type NewCall, type PastRound, reopenCalls } from './tool-call-data.server';
import { specOf, type Tool } from './tool.server';

/** What an answer may use. */
export interface ToolOffer {
  tools: readonly Tool[];
  /** How many tokens calls and their results may add to the prompt. */
  room: number;
}

/** So many times, an answer may ask for something before it has to do with what it has; in one run. */
const MAX_ROUNDS = 8;
/** After this time, it has to do with what it has. */
const LOOP_MS = 5 * MINUTE_MS;
/** Less room than this is too little for another result. */
const MIN_ROOM = 500;
/** What providers count for a call besides its text. */
const CALL_TOKENS = 12;

const OUT_OF_TOKENS = 'there aren’t enough tokens to go on with this answer';
const NOT_STORED = 'what the assistant looked up couldn’t be stored';

type Ask = (
  request: Pick<ChatRequest, 'messages' | 'maxTokens' | 'tools' | 'mustAnswer'>,
  show: (take: (chunk: string) => void) => (chunk: string) => void,
) => Promise<ChatEnd | null>;

export interface ToolsEnd {
  /** The end of the last request; null once the run is cut. */
  chat: ChatEnd | null;
  /** Why it couldn't go on, for people. */
  failure?: string;
}

/**
 * Asks for an answer, runs what it asks for, and asks again with the results, until it asks for nothing more. Each round is
 * stored and settled before its calls are run, so that a process that dies leaves nothing to pay or to run twice.
 * @throws what `ask` throws
 */
export async function answerWithTools(
  run: Run,
  {
    offer: { tools, room },
    maxTokens,
    ...given
  }: { offer: ToolOffer; messages: ChatMessage[]; maxTokens: number; rounds: readonly PastRound[] },
  ask: Ask,
): Promise<ToolsEnd> {
  const resumed = withRounds(given.messages, given.rounds, { prior: run.text, model: run.model });
  const specs = tools.map(specOf);
  const first = run.round.number;
  const began = performance.now();
  let { messages } = resumed;
  let pending: readonly Omit<NewCall, 'title'>[] = resumed.pending;
  let most = maxTokens;
  // What comes after calls is a paragraph of its own.
  let isApart = !resumed.hasTail && run.text !== '';
  if (pending.length > 0) {
    await reopenCalls(
      run.userId,
      pending.map(({ id }) => id),
    );
  }

  for (;;) {
    if (pending.length > 0) {
      const results = await runCalls(run, pending, tools, room - run.round.tokens);
      if (results === null) return { chat: null };
      messages = [...messages, ...results];
      run.round.tokens += tokensOf(results);
      KILLABLE: killPoint('tools: all results are here, not sent back');
    }
    const left = room - run.round.tokens;
    const isLast =
      left < MIN_ROOM ||
      run.round.number - first >= MAX_ROUNDS ||
      performance.now() - began > LOOP_MS;
    const apart = isApart;
    const chat = await ask(
      { messages, maxTokens: most, tools: specs, mustAnswer: isLast },
      (take) => (apart ? inParagraph(run, take) : take),
    );
    // A model that asks for more although it must not has no answer.
    const calls = isLast ? [] : (chat?.calls ?? []);
    if (chat === null || run.cutBy || calls.length === 0) return { chat };
    const stored = newCalls(calls, tools);
    const demand = demandOf(calls, tools, left);
    const round = await storeRound(run, chat, stored, { maxTokens, ...demand });
    if ('failure' in round) return { chat, failure: round.failure };
    messages = [
      ...messages,
      {
        role: 'assistant',
        content: round.text,
        calls: stored.map(sentCall),
        ...(chat.reasoning && { reasoning: chat.reasoning }),
      },
    ];
    most = round.maxTokens;
    pending = stored;
    isApart = run.text !== '';
  }
}

/** Puts an empty line before the next text. */
function inParagraph(run: Run, take: (chunk: string) => void): (chunk: string) => void {
  let isBegun = false;
  return (chunk) => {
    if (isBegun) return take(chunk);
    const text = chunk.trimStart();
    if (text === '') return;
    isBegun = true;
    take((run.text.endsWith('\n\n') ? '' : '\n\n') + text);
  };
}

/** Stores a round with its calls, charges for it, and reserves tokens for the next one, in one transaction. */
async function storeRound(
  run: Run,
  chat: ChatEnd,
  calls: readonly NewCall[],
  { maxTokens, results, spare }: { maxTokens: number; results: number; spare: number },
): Promise<{ text: string; maxTokens: number } | { failure: string }> {
  const { claim, userId, model } = run;
  const text = run.text.slice(run.round.offset);
  const asked = calls.map(({ tool, input }) => `${tool}${input}`).join('');
  const promptTokens = run.promptTokens + run.round.tokens;
  const tokens = await chargeFor({
    ...{ model, promptTokens, usage: chat.usage },
    // Calls are written like text.
    text: text + asked,
    thought: run.thinking.thought.text.slice(run.round.thought),
  });
  const next: RoundMark = {
    number: run.round.number + 1,
    offset: run.text.length,
    thought: run.thinking.length,
    tokens: run.round.tokens + estimateTokens(text + asked) + calls.length * CALL_TOKENS,
  };
  if (typeof transition(run.state, 'call') !== 'object') throw new Error('the run has ended');
  let granted = maxTokens;
  let isShort = false;
  const stored = await storeEnd('tool rounds', claim, async () => {
    isShort = false;
    try {
      await transaction(async (tx) => {
        await insertRound(tx, {
          ...{ claim, userId, model, next, calls, tokens },
          usage: chat.usage,
          reasoning: chat.reasoning ?? null,
        });
        KILLABLE: killPoint('tools: a round is written, not committed');
        const charged = await settleTokens(tx, run, run.round.number, tokens);
        // Assumes the longest possible results.
        const request = { ...run, maxTokens, promptTokens: promptTokens + results, spare };
        granted = await reserveTokens(tx, request, claim, next.number);
        await publish(tx, userId, { topic: 'calls', data: { id: claim.id } });
        afterCommit(tx, () => {
          countMetered('used', tokens);
          countMetered('charged', charged);
          KILLABLE: killPoint('tools: a round is committed, its calls not made');
        });
      });
    } catch (err) {
      if (!(err instanceof AppError)) throw err;
      isShort = true;
    }
  });
  if (isShort) return { failure: OUT_OF_TOKENS };
  if (stored === 'lost') {
    cut(run, 'lost');
    return { failure: NOT_STORED };
  }
  if (stored === 'abandoned') return { failure: NOT_STORED };
  run.round = next;
  return { text: text.trim(), maxTokens: granted };
}

function tokensOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content) + CALL_TOKENS, 0);
}

/** About how many tokens the rounds of earlier attempts add to a prompt. */
export function roundTokens(rounds: readonly PastRound[]): number {
  return rounds
    .flatMap(({ calls }) => calls)
    .reduce(
      (sum, { input, output }) =>
        sum + estimateTokens(input) + estimateTokens(output) + 2 * CALL_TOKENS,
      0,
    );
}
