import type { ServerResponse } from 'node:http';

import { isRunning } from '~/features/generation';
import { answerExists, readAlong, readProgress } from '~/features/generation/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';

import { endEvent, KEEP_ALIVE, startEvent, textEvent, type AnswerStart } from './answer-events';

/** Where the stream of an answer goes: a Node response, or the body of a web Response under remix-serve. */
export interface AnswerSink {
  write(chunk: string): void;
  end(): void;
  /** Called once when the reader has gone or the stream has ended. */
  onClose(listener: () => void): void;
  /** Bytes that the reader has not taken yet. */
  backlog(): number;
}

export const ANSWER_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // `no-transform`, or compression would hold the text back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

const KEEP_ALIVE_MS = 15_000;
/** A reader that is this far behind is let go; it comes back with its offset. */
const MAX_BACKLOG = 1_000_000;
/** How often the stored text is looked at when another process writes the answer. */
const TAIL_MS = 300;

/** @throws AppError `not-found` for an unknown answer and for another's. */
export async function requireAnswer(userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await answerExists(userId, id))) {
    throw new AppError('not-found', 'This answer is no longer there.');
  }
}

/**
 * Writes an answer from `offset` on: as it comes when this process writes it, else as it is stored. Leaving costs the
 * answer nothing.
 */
export function streamAnswer(
  sink: AnswerSink,
  answer: { userId: string; id: string; offset: number; start?: AnswerStart },
): void {
  const keepAlive = setInterval(() => sink.write(KEEP_ALIVE), KEEP_ALIVE_MS);
  let leave: () => void = () => {};
  let closed = false;
  sink.onClose(() => {
    closed = true;
    clearInterval(keepAlive);
    leave();
  });

  if (answer.start) sink.write(startEvent(answer.start));
  const left = readAlong(answer.userId, answer.id, answer.offset, {
    text(piece) {
      sink.write(textEvent(piece));
      if (sink.backlog() > MAX_BACKLOG) sink.end();
    },
    end(end) {
      sink.write(endEvent(end));
      sink.end();
    },
  });
  if (left) {
    leave = left;
    return;
  }
  tail(sink, answer, () => closed).catch((err: unknown) => {
    // The browser sees the stream end without its last event, and asks again.
    log.warn({ err, id: answer.id }, 'following a stored answer failed');
    sink.end();
  });
}

async function tail(
  sink: AnswerSink,
  answer: { userId: string; id: string; offset: number },
  isClosed: () => boolean,
): Promise<void> {
  let { offset } = answer;
  while (!isClosed()) {
    const progress = await readProgress(answer.userId, answer.id);
    if (isClosed()) return;
    if (!progress) return sink.end();
    if (progress.text.length > offset) sink.write(textEvent(progress.text.slice(offset)));
    offset = Math.max(offset, progress.text.length);
    if (!isRunning(progress.state)) {
      sink.write(endEvent(progress));
      return sink.end();
    }
    await new Promise((resolve) => setTimeout(resolve, TAIL_MS));
  }
}

/** The straight way: text goes from the provider's socket to the reader's without a framework between. */
export function nodeSink(response: ServerResponse): AnswerSink {
  response.writeHead(200, ANSWER_HEADERS);
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  return {
    write(chunk) {
      if (!response.writableEnded) response.write(chunk);
    },
    end: () => response.end(),
    onClose: (listener) => response.once('close', listener),
    backlog: () => response.writableLength,
  };
}

/** The same as the body of a web Response, for a server that knows Remix only. */
export function webSink(signal: AbortSignal): { sink: AnswerSink; response: Response } {
  const encoder = new TextEncoder();
  const listeners: (() => void)[] = [];
  let closed = false;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const close = () => {
    if (closed) return;
    closed = true;
    for (const listener of listeners) listener();
  };
  const body = new ReadableStream<Uint8Array>(
    { start: (given) => void (controller = given), cancel: close },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_BACKLOG }),
  );
  signal.addEventListener('abort', close, { once: true });
  return {
    response: new Response(body, { headers: ANSWER_HEADERS }),
    sink: {
      write(chunk) {
        if (!closed) controller.enqueue(encoder.encode(chunk));
      },
      end() {
        if (closed) return;
        close();
        controller.close();
      },
      onClose: (listener) => void listeners.push(listener),
      backlog: () => MAX_BACKLOG - (controller.desiredSize ?? 0),
    },
  };
}
