import { isLive, type LiveDelta, onEvent, unwatch, watch } from '~/engine/events';
import { client, RequestRefused, SignedOut } from '~/http/client';

import { append, entry, finish, type Followed, noteAsked, show } from './live-texts';
import type { GenerationsApi } from './routes/generations';
import { type GenerationState, isRunning } from './state';
import { textEventReader, type TextListener } from './text-events';

const api = client<GenerationsApi>();

/**
 * Begins to read a text that was asked for. Resolves with what the request has made when that is stored; the reading goes
 * on. `lost` is told when the response ended without the text's end.
 * @throws what `asked` rejects with, or TypeError when the network failed.
 */
export async function begin<Start extends object>(
  asked: Promise<Response>,
  { idOf, lost }: { idOf: (start: Start) => string; lost: (id: string) => void },
): Promise<Start> {
  const response = await asked;
  return new Promise((resolve, reject) => {
    let id: string | null = null;
    const over = () => {
      if (id === null) return reject(new TypeError('the connection was lost'));
      if (!isRunning(entry(id).state)) return;
      entry(id).source = 'none';
      lost(id);
    };
    readTextStream<Start>(response, {
      start(start) {
        id = idOf(start);
        entry(id).source = 'response';
        noteAsked(id);
        resolve(start);
      },
      text: (text) => {
        if (id) append(id, text);
      },
      end: (end) => {
        if (id) finish(id, end);
      },
    }).then(over, over);
  });
}

async function readTextStream<Start extends object>(
  response: Response,
  listener: TextListener<Start>,
): Promise<void> {
  if (!response.body) return;
  const feed = textEventReader(listener);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    feed(value);
  }
}

// The tab that asked reads the response to its request; any other way in (another tab, a reload, a lost connection) reads
// from the offset it has, over the socket while that is up, else over HTTP.

const RETRY_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];
/** Renews the wish to watch on other processes, and finds text or an end whose news was lost: soon, then seldom. */
const WATCH_AGAIN_MS = { first: 1_000, most: 15_000 };
const GAP_MS = 300;

/** Follows a running text of which `text` is known. Does nothing when this tab follows it already. */
export async function follow(id: string, text = ''): Promise<void> {
  const answer = entry(id);
  if (answer.source !== 'none' || !isRunning(answer.state)) return;
  if (text.length > answer.text.length) {
    answer.text = text;
    answer.state = 'streaming';
    show(id);
  }
  for (let attempt = 0; isRunning(answer.state); attempt += 1) {
    await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0);
    if (answer.source !== 'none' || !isRunning(answer.state)) return;
    const before = answer.text.length;
    const carriedOn = isLive() ? await overSocket(id, answer) : await overHttp(id, answer);
    if (carriedOn === 'gone') return;
    if (answer.text.length > before) attempt = 0;
  }
}

/** Begins to follow a text that was over and goes on. */
export function followContinued(id: string): void {
  const answer = entry(id);
  if (isRunning(answer.state) && answer.source !== 'none') return;
  answer.state = answer.text === '' ? 'queued' : 'streaming';
  answer.reason = null;
  show(id);
  void follow(id);
}

/** Begins to follow a text that was over and goes on from `text`, which may not be what this tab knew of it. */
export function followFrom(id: string, text: string): void {
  const answer = entry(id);
  if (answer.source !== 'none') return;
  answer.text = text;
  answer.early = [];
  followContinued(id);
}

async function overHttp(id: string, answer: Followed): Promise<'gone' | 'ended' | 'lost'> {
  answer.source = 'response';
  try {
    const search = { offset: String(answer.text.length) };
    const response = await api.get('/api/generations/:id', { params: { id }, search });
    await readTextStream(response, {
      text: (text) => append(id, text),
      end: (end) => finish(id, end),
    });
    return isRunning(answer.state) ? 'lost' : 'ended';
  } catch (error) {
    if (error instanceof SignedOut) return 'gone';
    if (error instanceof RequestRefused && error.status === 404) return 'gone';
    // Offline, or the server is starting again: the loop in `follow` comes back.
    return 'lost';
  } finally {
    answer.source = 'none';
  }
}

async function overSocket(id: string, answer: Followed): Promise<'gone' | 'ended' | 'lost'> {
  answer.source = 'socket';
  let again = WATCH_AGAIN_MS.first;
  try {
    while (isRunning(answer.state) && isLive()) {
      const known = await watch(id, answer.text.length, (delta) => {
        takeDelta(id, delta);
        // Something between is missing: look again soon, it will be stored by then.
        if (answer.early.length > 0) setTimeout(() => wake(id), GAP_MS);
      });
      if (!known) return 'lost';
      takeDelta(id, { id, offset: known.offset, text: known.text });
      if (!isRunning(known.state as GenerationState)) {
        finish(id, { state: known.state as GenerationState, reason: known.reason });
        return 'ended';
      }
      await until(id, answer.early.length > 0 ? GAP_MS : again);
      again = Math.min(again * 2, WATCH_AGAIN_MS.most);
    }
    return isRunning(answer.state) ? 'lost' : 'ended';
  } finally {
    unwatch(id);
    answer.source = 'none';
  }
}

/** Deltas carry their place: what is known is cut off, what lies beyond a gap waits. */
function takeDelta(id: string, delta: LiveDelta): void {
  const answer = entry(id);
  answer.early.push(delta);
  answer.early.sort((one, other) => one.offset - other.offset);
  while (answer.early[0] && answer.early[0].offset <= answer.text.length) {
    const next = answer.early.shift()!;
    const fresh = next.text.slice(answer.text.length - next.offset);
    if (fresh !== '') append(id, fresh);
  }
}

/** Where a waiting follower of the socket is woken early. */
const wakers = new Map<string, () => void>();

function until(id: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      wakers.delete(id);
      resolve();
    }
    wakers.set(id, done);
  });
}

/** News that a text ended or that the socket went: everything that waits looks again. */
export function wake(id?: string): void {
  if (id) wakers.get(id)?.();
  else wakers.forEach((done) => done());
}

function pause(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

// Texts that end without news of their own.
onEvent('text', (data) => wake(data.id));

/** Asks the server to stop; the end then comes the way the text comes. */
export async function stop(id: string): Promise<void> {
  await api.post('/api/generations/:id/stop', { params: { id } });
}
