import type { ServerResponse } from 'node:http';

import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';

import { generationExists, readAlong, readProgress } from './follow.server';
import { isRunning } from './state';
import { endEvent, KEEP_ALIVE, startEvent, textEvent } from './text-events';

/** Where the stream of a text goes: a Node response, or the body of a web Response under remix-serve. */
export interface TextSink {
  write(chunk: string): void;
  end(): void;
  /** Called once when the reader has gone or the stream has ended. */
  onClose(listener: () => void): void;
  /** Bytes that the reader has not taken yet. */
  backlog(): number;
}

export const TEXT_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // `no-transform`, or compression would hold the text back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

const KEEP_ALIVE_MS = 15_000;
/** A reader that is this far behind is let go; it comes back with its offset. */
const MAX_BACKLOG = 1_000_000;
/** How often the stored text is looked at when another process writes the text. */
const TAIL_MS = 300;

/** @throws AppError `not-found` for an unknown text and for another's. */
export async function requireGeneration(userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await generationExists(userId, id))) {
    throw new AppError('not-found', 'This text is no longer there.');
  }
}

/**
 * Writes a text from `offset` on: as it comes when this process writes it, else as it is stored. Leaving costs the text
 * nothing.
 */
export function streamText(
  sink: TextSink,
  wanted: { userId: string; id: string; offset: number; start?: object },
): void {
  const keepAlive = setInterval(() => sink.write(KEEP_ALIVE), KEEP_ALIVE_MS);
  let leave: () => void = () => {};
  let closed = false;
  sink.onClose(() => {
    closed = true;
    clearInterval(keepAlive);
    leave();
  });

  if (wanted.start) sink.write(startEvent(wanted.start));
  const left = readAlong(wanted.userId, wanted.id, wanted.offset, {
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
  tail(sink, wanted, () => closed).catch((err: unknown) => {
    // The browser sees the stream end without its last event, and asks again.
    log.warn({ err, id: wanted.id }, 'following a stored text failed');
    sink.end();
  });
}

async function tail(
  sink: TextSink,
  wanted: { userId: string; id: string; offset: number },
  isClosed: () => boolean,
): Promise<void> {
  let { offset } = wanted;
  while (!isClosed()) {
    const progress = await readProgress(wanted.userId, wanted.id);
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
export function nodeSink(response: ServerResponse): TextSink {
  response.writeHead(200, TEXT_HEADERS);
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
export function webSink(signal: AbortSignal): { sink: TextSink; response: Response } {
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
    response: new Response(body, { headers: TEXT_HEADERS }),
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
