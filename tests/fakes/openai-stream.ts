import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Behavior } from './openai-behavior.ts';
import { Frames } from './openai-frames.ts';

/** Paced streams share one timer: one for each would cost more than writing. */
const TICK_MS = 4;

const paced = new Set<() => void>();
let clock: NodeJS.Timeout | undefined;

function onEachTick(step: () => void): () => void {
  paced.add(step);
  clock ??= setInterval(() => {
    for (const one of paced) one();
  }, TICK_MS);
  return () => {
    paced.delete(step);
    if (paced.size > 0 || !clock) return;
    clearInterval(clock);
    clock = undefined;
  };
}

export interface StreamOptions {
  behavior: Behavior;
  /** How many rounds with calls came before it. */
  round: number;
  model: string;
  /** Undefined: no usage event. */
  usage: unknown;
  /** Called with the number of written tokens. */
  onSent(tokens: number): void;
  /** Resolves when the named hold is released. */
  released(name: string): Promise<void>;
}

/** Writes one streamed answer according to its behavior. The headers have been sent. */
export async function writeStream(response: ServerResponse, options: StreamOptions): Promise<void> {
  const { behavior } = options;
  const frames = new Frames(options.model, behavior, options.usage, options.round);
  if (behavior.splitBytes) return writeBytewise(response, frames);
  response.write(frames.opening);
  if (behavior.delayMs) await pause(response, behavior.delayMs);

  let sent = 0;
  for (const [at, act] of interruptions(response, frames, options)) {
    sent = await writeUntil(response, frames, sent, Math.min(at, frames.length), options);
    if (response.destroyed) return;
    if (at <= frames.length && (await act()) === 'over') return;
  }
  await writeUntil(response, frames, sent, frames.length, options);
  if (response.destroyed) return;
  response.write(frames.ending);
  if (!behavior.lingers) response.end();
}

type Act = () => Promise<'over' | 'continues'>;

/** The interruptions in order, with the tokens after which they happen. */
function interruptions(
  response: ServerResponse,
  frames: Frames,
  { behavior, released }: StreamOptions,
): [number, Act][] {
  const acts: [number | undefined, Act][] = [
    [
      behavior.holdAfter,
      async () => {
        await Promise.race([released(behavior.hold ?? ''), closed(response)]);
        return 'continues';
      },
    ],
    [behavior.hangAfter, async () => 'over'],
    [
      behavior.breakAfter,
      async () => {
        // Earlier writes must arrive: the callback of a comment shows that they have been sent.
        await new Promise((resolve) => response.write(': breaking\n\n', resolve));
        response.destroy();
        return 'over';
      },
    ],
    [
      behavior.endAfter,
      async () => {
        response.end();
        return 'over';
      },
    ],
    [
      behavior.errorAfter,
      async () => {
        response.end(
          frames.error(behavior.error ?? { code: 502, message: 'Provider returned error' }),
        );
        return 'over';
      },
    ],
  ];
  return acts
    .filter((entry): entry is [number, Act] => entry[0] !== undefined)
    .sort(([a], [b]) => a - b);
}

async function writeUntil(
  response: ServerResponse,
  frames: Frames,
  from: number,
  to: number,
  { behavior, onSent }: StreamOptions,
): Promise<number> {
  if (from >= to || response.destroyed) return to;
  if (behavior.rate) await writePaced(response, frames, from, to, behavior.rate, onSent);
  else await writeFlatOut(response, frames, from, to, onSent);
  return to;
}

async function writeFlatOut(
  response: ServerResponse,
  frames: Frames,
  from: number,
  to: number,
  onSent: (tokens: number) => void,
): Promise<void> {
  let at = from;
  while (at < to && !response.destroyed) {
    const end = frames.blockEnd(at, to);
    onSent(end - at);
    let canContinue = true;
    // One chunk per token, as providers send them; the chunks of one turn are sent together.
    for (; at < end; at += 1) canContinue = response.write(frames.slice(at, at + 1));
    await (canContinue ? nextTurn() : Promise.race([drained(response), closed(response)]));
  }
}

function writePaced(
  response: ServerResponse,
  frames: Frames,
  from: number,
  to: number,
  rate: number,
  onSent: (tokens: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const start = performance.now();
    let sent = from;
    const step = () => {
      const due = Math.min(to, from + Math.floor(((performance.now() - start) * rate) / 1_000) + 1);
      if (due > sent && !response.destroyed) {
        response.write(frames.slice(sent, due));
        onSent(due - sent);
        sent = due;
      }
      if (sent === to || response.destroyed) finish();
    };
    const leave = onEachTick(step);
    const finish = () => {
      leave();
      response.off('close', finish);
      resolve();
    };
    response.on('close', finish);
    step();
  });
}

async function writeBytewise(response: ServerResponse, frames: Frames): Promise<void> {
  const parts = [frames.opening, frames.slice(0, frames.length), frames.ending];
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(at, at + 1), () => setImmediate(resolve));
    });
  }
  response.end();
}

const closings = new WeakMap<ServerResponse, Promise<void>>();

/** Resolves when the connection or the answer ends; repeated calls share one listener. */
export function closed(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  const known = closings.get(response);
  if (known) return known;
  const closing = new Promise<void>((resolve) => response.once('close', () => resolve()));
  closings.set(response, closing);
  return closing;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('drain', () => resolve()));
}

/** Waits, but no longer than the reader stays connected. */
export function pause(response: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    response.once('close', done);
    function done() {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    }
  });
}
