import { isLive, type LiveDelta, onEvent, unwatch, watch } from '~/engine/events';
import { client, type EventResponse, RequestRefused, SignedOut } from '~/http/client';

import { append, entry, finish, type Followed, noteRequested, show } from './live-texts';
import type { GenerationsApi } from '../routes/generations';
import { isGenerationState, isRunning } from '../state';
import { textEventReader, type TextListener } from './text-events';

const api = client<GenerationsApi>();

/**
 * Reads a requested text. Resolves with the response's start event, and keeps reading; `lost` is called when the response
 * ends without the text's end.
 * @throws what `request` rejects with, or TypeError when the network failed.
 */
export async function begin<Start extends object>(
  request: Promise<EventResponse<Start>>,
  { idOf, lost }: { idOf: (start: Start) => string; lost: (id: string) => void },
): Promise<Start> {
  const response = await request;
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
        noteRequested(id);
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

// The tab that requested a text reads the response to its request. Everything else (another tab, a reload, a lost
// connection) reads from its own offset: over the socket while that is connected, else over HTTP.

const RETRY_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];
/**
 * How often a text is watched anew, which keeps other processes sending and finds text or an end whose event was lost. The
 * interval doubles from the first to the max.
 */
const WATCH_AGAIN_MS = { first: 1_000, max: 15_000 };
const GAP_MS = 300;

/** `lost`: the loop in `follow` tries again. `unknown`: the socket doesn't say why it has no such text. */
type Outcome = 'ended' | 'lost' | 'unknown' | 'gone' | 'signed out';

/**
 * Follows a running text of which `text` is known. Does nothing if this tab follows it already. Resolves with false when
 * there is no such text of this person anymore.
 */
export async function follow(id: string, text = ''): Promise<boolean> {
  const answer = entry(id);
  if (answer.source !== 'none' || !isRunning(answer.state)) return true;
  if (text.length > answer.text.length) {
    answer.text = text;
    answer.state = 'streaming';
    show(id);
  }
  for (let attempt = 0; isRunning(answer.state); attempt += 1) {
    await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0);
    if (answer.source !== 'none' || !isRunning(answer.state)) return true;
    const before = answer.text.length;
    let outcome = isLive() ? await overSocket(id, answer) : await overHttp(id, answer);
    // Over HTTP, there is a reason.
    if (outcome === 'unknown') outcome = await overHttp(id, answer);
    if (outcome === 'gone') return false;
    if (outcome === 'signed out') return true;
    if (answer.text.length > before) attempt = 0;
  }
  return true;
}

/** Follows a text that had ended and is being continued. */
export function followContinued(id: string): void {
  const answer = entry(id);
  if (isRunning(answer.state) && answer.source !== 'none') return;
  answer.state = answer.text === '' ? 'queued' : 'streaming';
  answer.reason = null;
  show(id);
  void follow(id);
}

/** The same, from `text` on, which may differ from what this tab knew. */
export function followFrom(id: string, text: string): void {
  const answer = entry(id);
  if (answer.source !== 'none') return;
  answer.text = text;
  answer.early = [];
  followContinued(id);
}

async function overHttp(id: string, answer: Followed): Promise<Outcome> {
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
    if (error instanceof SignedOut) return 'signed out';
    if (error instanceof RequestRefused && error.status === 404) return 'gone';
    // Offline, or the server is restarting.
    return 'lost';
  } finally {
    answer.source = 'none';
  }
}

async function overSocket(id: string, answer: Followed): Promise<Outcome> {
  answer.source = 'socket';
  let again = WATCH_AGAIN_MS.first;
  try {
    while (isRunning(answer.state) && isLive()) {
      const known = await watch(id, answer.text.length, (delta) => {
        takeDelta(id, delta);
        // Text in between is missing: ask again soon, when it will be stored.
        if (answer.early.length > 0) setTimeout(() => wake(id), GAP_MS);
      });
      if (!known) return 'unknown';
      takeDelta(id, { id, offset: known.offset, text: known.text });
      const { state, reason } = known;
      if (!isGenerationState(state)) return 'lost';
      if (!isRunning(state)) {
        finish(id, { state, reason });
        return 'ended';
      }
      await until(id, answer.early.length > 0 ? GAP_MS : again);
      again = Math.min(again * 2, WATCH_AGAIN_MS.max);
    }
    return isRunning(answer.state) ? 'lost' : 'ended';
  } finally {
    unwatch(id);
    answer.source = 'none';
  }
}

/** Appends what is new in a delta. One beyond a gap waits until the gap is filled. */
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

/** Ends the waiting of followers over the socket early, by the id of their text. */
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

/** Has the followers of one text, or of all, look again: after an event, or when the socket disconnects. */
export function wake(id?: string): void {
  if (id) wakers.get(id)?.();
  else wakers.forEach((done) => done());
}

function pause(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

// Texts of `textKind` have no event of a feature.
onEvent('text', (data) => wake(data.id));

/** Asks the server to stop a text; its end arrives the way its text does. */
export async function stop(id: string): Promise<void> {
  await api.post('/api/generations/:id/stop', { params: { id } });
}
