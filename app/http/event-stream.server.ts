import type { ServerResponse } from 'node:http';

import { buildHeader } from './build-id.server';

/** The target of a stream of events: a Node response, or the body of a web Response. */
export interface EventSink {
  write(chunk: string): void;
  end(): void;
  /** Called once when the reader has disconnected or the stream has ended. */
  onClose(listener: () => void): void;
  /** Bytes that the reader hasn't taken yet. */
  backlog(): number;
}

/**
 * What a handler returns to answer with a stream of events: `start` gets the sink once the headers are sent. `First` is
 * what its first event says, if that is more than text, so that the client knows its type.
 */
export class EventStream<First = never> {
  declare readonly first?: First;
  readonly start: (sink: EventSink) => void;

  constructor(start: (sink: EventSink) => void) {
    this.start = start;
  }
}

const headers = () => ({
  'Content-Type': 'text/event-stream; charset=utf-8',
  // `no-transform`, or compression would hold the text back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  ...buildHeader(),
});

/** A reader that is this far behind is disconnected; it reconnects with its offset. */
export const MAX_BACKLOG = 1_000_000;

/**
 * Writes straight to the Node response: text gets from the provider's socket to the reader's without a framework in
 * between.
 */
export function nodeSink(response: ServerResponse): EventSink {
  response.writeHead(200, headers());
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

/** Writes to the body of a web Response, under Remix. */
export function webSink(signal: AbortSignal): { sink: EventSink; response: Response } {
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
    { start: (value) => void (controller = value), cancel: close },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_BACKLOG }),
  );
  signal.addEventListener('abort', close, { once: true });
  return {
    response: new Response(body, { headers: headers() }),
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
