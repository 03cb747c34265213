import type { IncomingMessage } from 'node:http';

import { AiError } from './ai-error';
import type { ChatEnd } from './chat';
import { ChatStreamParser } from './event-stream';

export interface StreamDeadlines {
  /** From the headers to the first byte. */
  firstByteMs: number;
  /** Between two bytes; a working provider sends comments when it has no text. */
  idleMs: number;
}

export const ABORTED: ChatEnd = { usage: null, finishReason: 'aborted' };

/** How long a connection may take to end after the answer is complete; then it's closed instead of reused. */
const LINGER_MS = 1_000;

/** Reads an event stream to its end. Ending early always destroys the connection at once. */
export function readStream(
  message: IncomingMessage,
  signal: AbortSignal,
  deadlines: StreamDeadlines,
  requestId: string | undefined,
  onText: (text: string) => void,
  onThought?: (text: string) => void,
): Promise<ChatEnd> {
  return new Promise((resolve, reject) => {
    const parser = new ChatStreamParser();
    let pending = '';
    let settled = false;
    let waitMs = deadlines.firstByteMs;
    let lastByteAt = performance.now();
    // Checked by one interval, so that bytes need no timers.
    const watch = setInterval(
      () => {
        if (performance.now() - lastByteAt >= waitMs) fail(new AiError('timed-out', { requestId }));
      },
      Math.max(10, Math.min(deadlines.firstByteMs, deadlines.idleMs) / 10),
    );
    signal.addEventListener('abort', onAbort, { once: true });
    message.on('data', onData);
    message.on('end', onEnd);
    message.on('error', onEnd);
    message.on('close', onEnd);
    if (signal.aborted) onAbort();

    function settle(): boolean {
      if (settled) return false;
      settled = true;
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      message.off('data', onData);
      return true;
    }

    function finish(): void {
      if (!settle()) return;
      resolve({ usage: parser.usage, finishReason: parser.finishReason, ...parser.called });
      // Read to the end, so that the connection can be reused.
      if (message.complete) return;
      message.resume();
      const linger = setTimeout(() => message.destroy(), LINGER_MS).unref();
      message.once('close', () => clearTimeout(linger));
    }

    function fail(error: unknown): void {
      if (!settle()) return;
      message.destroy();
      reject(error);
    }

    function onAbort(): void {
      if (!settle()) return;
      message.destroy();
      resolve(ABORTED);
    }

    function onData(bytes: Buffer): void {
      lastByteAt = performance.now();
      waitMs = deadlines.idleMs;
      const text = parser.push(bytes);
      giveThought();
      if (text !== '') {
        // Node emits each HTTP chunk of one network read separately; the microtask runs after the last of them.
        if (pending === '') queueMicrotask(give);
        pending += text;
      }
      if (parser.failure || parser.done) onEnd();
    }

    /** The last byte, or a closed connection: some servers close it after the last word. */
    function onEnd(): void {
      if (settled) return;
      pending += parser.end();
      giveThought();
      give();
      if (parser.failure) fail(withRequestId(parser.failure, requestId));
      else finish();
    }

    function giveThought(): void {
      const thought = parser.takeThought();
      if (thought !== '') onThought?.(thought);
    }

    function give(): void {
      if (pending === '' || settled) return;
      const text = pending;
      pending = '';
      try {
        onText(text);
      } catch (error) {
        fail(error);
      }
    }
  });
}

function withRequestId(error: AiError, requestId: string | undefined): AiError {
  const { code, status, detail } = error;
  return new AiError(code, { status, detail, requestId: error.requestId ?? requestId });
}
