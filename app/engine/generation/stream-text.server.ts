import { MAX_BACKLOG, type EventSink } from '~/http/event-stream.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { generationExists, readAlong, readProgress } from './follow.server';
import { isRunning } from './state';
import { endEvent, KEEP_ALIVE, startEvent, textEvent } from './text-events';

const KEEP_ALIVE_MS = 15_000;
/** How often the stored text is looked at when another process writes the text. */
const TAIL_MS = 300;

/** @throws AppError `not-found` for an unknown text and for another's. */
export async function requireGeneration(userId: UserScope, id: string): Promise<void> {
  if (!isId(id) || !(await generationExists(userId, id))) {
    throw new AppError('not-found', 'This text is no longer there.');
  }
}

/**
 * Writes a text from `offset` on: as it comes when this process writes it, else as it is stored. Leaving costs the text
 * nothing.
 */
export function streamText(
  sink: EventSink,
  wanted: { userId: UserScope; id: string; offset: number; start?: object },
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
    text(chunk) {
      sink.write(textEvent(chunk));
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
  sink: EventSink,
  wanted: { userId: UserScope; id: string; offset: number },
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
