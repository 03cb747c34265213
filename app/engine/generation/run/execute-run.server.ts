import { storeEnd, untilCut } from '~/engine/leases/index.server';
import {
  AiError,
  type ChatEnd,
  type ChatMessage,
  type ChatRequest,
  type Effort,
  streamChat,
} from '~/gateways/ai/index.server';
import type { Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { countTokens } from '~/lib/tokens/count.server';

import { askInFormat } from '../structured/ask-in-format.server';
import { boundAttempt } from '../structured/bound-attempt.server';
import { ATTEMPT_MARK } from '../structured/attempts';
import { ProseOfRun } from '../structured/prose-of-run.server';
import { endRun } from './end-run.server';
import { broadcastSoon, sendDeltas } from '../follow/send-text.server';
import { dropStored, keepShown } from '../store/journal/keep-shown.server';
import { supplementTaken } from '../store/journal/recover-shown.server';
import { gapBetweenChunks, paceText } from './pace-text.server';
import { abandoned, runs, type GenerationEnd, type Run } from './runs.server';
import { transition, type GenerationState } from '../state';
import { dropUnstoredText, storeSoon } from '../store/store-text.server';
import type { StructuredFormat } from '../structured/structured-format.server';
import { answerWithTools, type ToolOffer } from '../tools/answer-with-tools.server';
import type { PastRound } from '../tools/tool-call-data.server';

/** Far beyond any answer worth reading: a provider that floods is cut off here (UTF-16 units). */
const MAX_LENGTH = 8_000_000;
const EMPTY_ANSWER = 'the model gave an empty answer';
const TOO_LONG = 'the answer was too long';
const CUT_OFF = 'the text became too long and was cut off';
const UNKNOWN = 'the AI service could not be reached';

export interface ModelInput {
  messages: ChatMessage[];
  maxTokens: number;
  temperature: number;
  /** How hard the model thinks; null or unset: as it does by itself. */
  effort?: Effort | null;
  /** The built-in demo's answer. */
  demo?: string;
  /** Half a text is useless: one that is cut off at `maxTokens` has failed, and can be continued. */
  whole?: boolean;
  /** The text is JSON of this form: one that isn't is written a second time, and then has failed. */
  structured?: Structured;
  /** What the model may use; unset or empty: nothing. Not together with `structured`. */
  tools?: ToolOffer;
  /** The rounds of earlier runs that ended with tool calls. */
  rounds: PastRound[];
}

export interface Structured {
  format: StructuredFormat;
  attemptTokens: number;
  /** Only one text of the object is the run's text. What else is in it, its feature stores with the end. */
  prose?: {
    /** The first field of the object. */
    field: string;
    /** Joins the transaction that ends the run; gets the answer to each attempt. */
    onEnd: (tx: Sql, attempts: readonly string[]) => Promise<void>;
  };
}

/** Takes a run from the provider's first byte to its stored end. Never rejects. */
export async function executeRun(run: Run, prompt: ModelInput): Promise<GenerationEnd> {
  const outcome = await generate(run, prompt);
  dropUnstoredText(run);
  KILLABLE: killPoint('answer: the provider is done');
  const end = await conclude(run, outcome);
  runs.release(run);
  dropStored();
  sendDeltas(run, performance.now());
  for (const reader of run.readers) reader.end(end);
  run.readers.clear();
  return end;
}

interface Outcome {
  event: 'finish' | 'error' | 'stop' | 'death' | 'lost';
  reason: string | null;
  chat: ChatEnd | null;
  /** What is stored besides the text. */
  alongside?: (tx: Sql) => Promise<void>;
}

async function generate(
  run: Run,
  { whole, structured, tools, rounds, ...prompt }: ModelInput,
): Promise<Outcome> {
  KILLABLE: killPoint('answer: before the provider is asked');
  try {
    if (structured) return await generateInFormat(run, { ...prompt, structured });
    if (tools && tools.tools.length > 0) {
      return await generateWithTools(run, { ...prompt, tools, rounds });
    }
    const chat = await ask(run, prompt);
    if (run.cutBy) return { event: run.cutBy, reason: null, chat };
    if (run.text.length > MAX_LENGTH) return { event: 'error', reason: TOO_LONG, chat: null };
    if (whole && run.text !== '' && chat?.finishReason === 'length') {
      return { event: 'error', reason: CUT_OFF, chat };
    }
    return { event: 'finish', reason: null, chat };
  } catch (err) {
    if (run.cutBy) return { event: run.cutBy, reason: null, chat: null };
    return { event: 'error', reason: reasonOf(run, err), chat: null };
  }
}

/** The same for an answer that may use tools, which may take several requests. */
async function generateWithTools(
  run: Run,
  {
    messages,
    maxTokens,
    rounds,
    tools,
    ...prompt
  }: Omit<ModelInput, 'tools'> & { tools: ToolOffer },
): Promise<Outcome> {
  const given = { offer: tools, messages, maxTokens, rounds };
  const { chat, failure } = await answerWithTools(run, given, (request, show) =>
    ask(run, { ...prompt, ...request }, { show: show((chunk) => take(run, chunk)) }),
  );
  if (run.cutBy) return { event: run.cutBy, reason: null, chat };
  if (failure !== undefined) return { event: 'error', reason: failure, chat };
  if (run.text.length > MAX_LENGTH) return { event: 'error', reason: TOO_LONG, chat: null };
  return { event: 'finish', reason: null, chat };
}

/** Streams one answer of the provider into the run's text; null once the run is cut. */
function ask(
  run: Run,
  prompt: Omit<ChatRequest, 'model' | 'signal'>,
  { show = (chunk: string) => take(run, chunk), signal = run.abort.signal } = {},
): Promise<ChatEnd | null> {
  const onThought = (thought: string) => {
    run.thinking.take(thought);
    storeSoon(run);
  };
  const pace = paceText(show, () => gapBetweenChunks(runs.held.size));
  const stream = streamChat({ model: run.model, ...prompt, onThought, signal }, pace.take);
  return untilCut(run, stream).finally(pace.end);
}

/** The same for a text in JSON, which may take two answers. */
async function generateInFormat(
  run: Run,
  {
    structured,
    messages,
    maxTokens,
    ...prompt
  }: Omit<ModelInput, 'tools' | 'rounds'> & Required<Pick<ModelInput, 'structured'>>,
): Promise<Outcome> {
  const { format, attemptTokens, prose } = structured;
  const told = prose && new ProseOfRun(run, prose.field, (chunk) => take(run, chunk));
  const put = (chunk: string) => (told ? told.take(chunk) : take(run, chunk));
  // No JSON has the mark, so no answer may bring one.
  const show = (chunk: string) => put(chunk.replaceAll(ATTEMPT_MARK, ' '));
  const { valid, failure, ...end } = await askInFormat(
    told ?? run,
    { messages, maxTokens, format, attemptTokens },
    {
      ask: (messages, maxTokens) =>
        boundAttempt(maxTokens, show, (show, cut) => {
          const signal = AbortSignal.any([run.abort.signal, cut]);
          return ask(run, { ...prompt, messages, maxTokens, format }, { show, signal });
        }),
      mark: put,
    },
  );
  const chat = told ? await chargedForAll(run, end.chat, told.text) : end.chat;
  if (run.cutBy) return { event: run.cutBy, reason: null, chat };
  if (failure !== undefined && !told) {
    return { event: 'error', reason: reasonOf(run, failure), chat };
  }
  if (prose && told) {
    // What doesn't fit is the feature's to show, and so is the first answer if the second one failed.
    told.end();
    const alongside = (tx: Sql) => prose.onEnd(tx, told.attempts);
    return { event: 'finish', reason: null, chat, alongside };
  }
  if (!valid) return { event: 'error', reason: new AiError('invalid-response').reason, chat };
  return { event: 'finish', reason: null, chat };
}

/** Without numbers of the provider, the run's text is counted, which here is only a part of what was written. */
async function chargedForAll(
  run: Run,
  chat: ChatEnd | null,
  text: string,
): Promise<ChatEnd | null> {
  if (text === '' || chat?.usage) return chat;
  const completionTokens = await countTokens(run.thinking.thought.text + text);
  const usage = { promptTokens: run.promptTokens, completionTokens };
  return { finishReason: chat?.finishReason ?? null, usage };
}

function reasonOf(run: Run, err: unknown): string {
  if (err instanceof AiError) return err.reason;
  log.error({ err, id: run.claim.id }, 'generation failed');
  return UNKNOWN;
}

/** Every token takes this path, so it only records the token in the journal, appends it, and shows it. */
function take(run: Run, chunk: string): void {
  if (run.abort.signal.aborted) return;
  run.thinking.pause();
  keepShown(run, chunk);
  KILLABLE: killPoint('answer: words kept, not shown');
  run.text += chunk;
  run.state = 'streaming';
  for (const reader of run.readers) reader.text(chunk);
  storeSoon(run);
  KILLABLE: killPoint('answer: words are here');
  if (run.watchedLength !== null) broadcastSoon();
  if (run.text.length > MAX_LENGTH) run.abort.abort();
}

async function conclude(run: Run, outcome: Outcome): Promise<GenerationEnd> {
  const length = run.text.length;
  run.thinking.pause();
  if (outcome.event === 'lost') {
    await leaveTail(run);
    return { state: 'interrupted', reason: null, length };
  }

  const next = transition(run.state, outcome.event);
  const state: GenerationState = typeof next === 'object' ? next.to : run.state;
  const reason = outcome.event === 'finish' && state === 'failed' ? EMPTY_ANSWER : outcome.reason;
  const stored = await storeEnd('answers', run.claim, () =>
    endRun({
      claim: run.claim,
      startOffset: run.startOffset,
      round: run.round,
      asked: outcome.chat?.calls?.map(({ input }) => input).join(''),
      userId: run.userId,
      conversationId: run.conversationId,
      kind: run.kind,
      model: run.model,
      promptTokens: run.promptTokens,
      state,
      reason,
      text: run.text.slice(run.startOffset),
      usage: outcome.chat?.usage ?? null,
      thought: run.thinking.thought,
      alongside: outcome.alongside,
    }),
  );
  run.state = state;
  if (stored === 'abandoned') abandoned.add(run.claim);
  if (stored === 'lost') await leaveTail(run);
  return { state: stored === 'stored' ? state : 'interrupted', reason, length };
}

/** Adds what was shown of a run that another process has taken over and ended with less text. */
async function leaveTail(run: Run): Promise<void> {
  try {
    await supplementTaken(run);
  } catch (err) {
    log.error(
      { err, id: run.claim.id },
      'the end of an answer that was taken over could not be stored',
    );
  }
}
