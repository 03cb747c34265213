import { cut, storeEnd } from '~/engine/leases/index.server';
import { publish } from '~/engine/events/index.server';
import type { ChatMessage, ToolCall } from '~/gateways/ai/index.server';
import { transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { parsedOf } from '~/lib/json';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { oneLine } from '~/lib/text/one-line';
import { estimateTokens } from '~/lib/tokens/estimate';
import { storable } from '~/lib/text/storable';

import { chargeCall } from '../metering.server';
import type { Run } from '../run/runs.server';
import { resultOf } from './resume-rounds';
import { endCall, type NewCall } from './tool-call-data.server';
import { type Tool, ToolFailure, type ToolOutcome } from './tool.server';

/** The longest that one call may take. */
const CALL_MS = 45_000;
/** More at once than any question needs; the others are refused. */
const MAX_AT_ONCE = 8;
/** What a model reads of one result, in UTF-16 units. */
const MAX_OUTPUT = 40_000;
const MAX_TITLE = 200;
const MAX_NOTE = 300;
const SHORTENED = '\n[shortened]';

const NOT_OFFERED = 'The assistant asked for something that isn’t available here.';
const WRONG_INPUT = 'The assistant asked for this in a form that can’t be used.';
const TOO_MANY = 'The assistant asked for too much at once.';
const TOO_SLOW = 'This took too long.';
const BROKEN = 'Something went wrong here.';

/** A model's calls as they are stored, before they are run. */
export function newCalls(calls: readonly ToolCall[], tools: readonly Tool[]): NewCall[] {
  return calls.map(({ id: named, name, input }) => {
    const id = newId();
    return { id, callId: named || id, tool: name, input, title: titleOf(name, input, tools) };
  });
}

/** What the next round has to leave for these calls: tokens of results in its prompt, and tokens that their work reserves. */
export function demandOf(
  calls: readonly ToolCall[],
  tools: readonly Tool[],
  room: number,
): { results: number; spare: number } {
  let results = 0;
  let spare = 0;
  for (const { name, input } of calls.slice(0, MAX_AT_ONCE)) {
    const tool = tools.find((one) => one.name === name);
    const parsed = tool?.input.safeParse(inputOf(input));
    results += tool?.maxOutput ?? room;
    if (parsed?.success) spare += tool?.reserves?.(parsed.data) ?? 0;
  }
  return { results: Math.min(room, results), spare };
}

function titleOf(name: string, input: string, tools: readonly Tool[]): string {
  const tool = tools.find((one) => one.name === name);
  const parsed = tool?.input.safeParse(inputOf(input));
  const title = tool && parsed?.success ? tool.titleOf(parsed.data) : `Unusable call: ${name}`;
  return lineOf(title, MAX_TITLE);
}

/** A call without arguments may come without a character. */
function inputOf(input: string): unknown {
  return input.trim() === '' ? {} : parsedOf(input);
}

function lineOf(text: string, max: number): string {
  return storable(oneLine(text)).slice(0, max).toWellFormed();
}

/**
 * Runs calls at the same time and stores what came of each. The results are for the model, in the order of the calls; `room`
 * is how many tokens they may have together. Null once the run is cut.
 */
export async function runCalls(
  run: Run,
  calls: readonly Omit<NewCall, 'title'>[],
  tools: readonly Tool[],
  room: number,
): Promise<ChatMessage[] | null> {
  const each = Math.max(0, Math.floor(room / calls.length));
  const results = await Promise.all(
    calls.map(async (call, place) => {
      const result = await (place < MAX_AT_ONCE
        ? outcomeOf(run, call, tools)
        : failed(TOO_MANY, 'This was one call too many. Make it again, with fewer at once.'));
      if (run.cutBy || result === null) return null;
      const output = withinTokens(storable(result.output), each);
      KILLABLE: killPoint('tools: a call was made, its result not stored');
      const note = lineOf(result.note, MAX_NOTE);
      const { cost = 0 } = result;
      const stored = await storeEnd('tool calls', run.claim, () =>
        transaction(async (tx) => {
          await endCall(tx, run.claim, { id: call.id, state: result.state, output, note }, cost);
          if (cost > 0) await chargeCall(tx, run, call.id, cost);
          await publish(tx, run.userId, { topic: 'calls', data: { id: run.claim.id } });
        }),
      );
      KILLABLE: killPoint('tools: a result is stored');
      if (stored === 'lost') cut(run, 'lost');
      return resultOf({ callId: call.callId, output });
    }),
  );
  return run.cutBy || results.includes(null) ? null : (results as ChatMessage[]);
}

interface Result extends ToolOutcome {
  state: 'done' | 'failed';
}

function failed(note: string, output: string): Result {
  return { state: 'failed', output, note };
}

/** Null once the run is cut. Never rejects: what fails is data for the model. */
async function outcomeOf(
  run: Run,
  { id, tool: name, input }: Omit<NewCall, 'title'>,
  tools: readonly Tool[],
): Promise<Result | null> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) return failed(NOT_OFFERED, `There is no tool of the name "${name}".`);
  const parsed = tool.input.safeParse(inputOf(input));
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message ?? 'not JSON';
    return failed(WRONG_INPUT, `The input of this call isn’t valid: ${problem}`);
  }
  const late = AbortSignal.timeout(CALL_MS);
  const signal = AbortSignal.any([run.abort.signal, late]);
  const { userId, conversationId } = run;
  const use = { userId, conversationId, messageId: run.claim.id, callId: id, signal };
  try {
    const outcome = await untilAborted(tool.run(parsed.data, use), signal);
    return { ...outcome, state: 'done' };
  } catch (err) {
    if (run.cutBy) return null;
    if (err instanceof ToolFailure) return failed(err.sentence, err.output);
    if (late.aborted) return failed(TOO_SLOW, 'This took too long. Go on without it.');
    log.error({ err, id: run.claim.id, tool: name }, 'a tool failed');
    return failed(BROKEN, 'This failed. Go on without it.');
  }
}

/** A tool that ignores its signal must not hold the answer. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {
    // The race rejects with it, unless the signal came first and caused it.
  });
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new Error('aborted'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

/** The beginning of a result that has about so many tokens. */
function withinTokens(output: string, most: number): string {
  const text = output.slice(0, MAX_OUTPUT);
  const tokens = estimateTokens(text);
  if (text === output && tokens <= most) return output;
  const length = tokens <= most ? text.length : Math.floor((text.length * most) / tokens);
  // Whole lines, because a part of a quoted one could lose its quote mark.
  const end = text.lastIndexOf('\n', length);
  return text.slice(0, Math.max(0, end)).toWellFormed() + SHORTENED;
}
