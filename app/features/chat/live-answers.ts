import { isRunning, type GenerationState } from '~/features/generation';
import { isLive, noteSignedOut, onSignedOut, unwatch, watch, type LiveDelta } from '~/realtime';
import { toastError } from '~/ui/toast';

import { answerEventReader, type AnswerEndEvent, type AnswerStart } from './answer-events';
import type { ConversationSettings } from './conversation-settings';
import { answerErrorText, chatMessages } from './messages';

/**
 * The answers that this tab follows, outside of React, so that a navigation does not touch them. The tab that asked
 * reads the response to its question; any other way in (another tab, a reload, a lost connection) reads from the
 * offset it has, over the socket while that is up, else over HTTP.
 */
export interface LiveAnswer {
  text: string;
  state: GenerationState;
  reason: string | null;
}

interface Followed extends LiveAnswer {
  /** Replaced at each change, so that React sees it. */
  snapshot: LiveAnswer;
  /** Pieces from the socket that came before the text between. */
  early: LiveDelta[];
  source: 'none' | 'response' | 'socket';
}

const followed = new Map<string, Followed>();
const listeners = new Map<string, Set<() => void>>();
const endListeners = new Set<(id: string, end: AnswerEndEvent) => void>();
/** Asked for by this tab and not ended yet. */
const asked = new Set<string>();

// The next to sign in in this tab may be somebody else.
onSignedOut(() => {
  followed.clear();
  asked.clear();
});

function entry(id: string): Followed {
  let answer = followed.get(id);
  if (!answer) {
    const start: LiveAnswer = { text: '', state: 'queued', reason: null };
    answer = { ...start, snapshot: start, early: [], source: 'none' };
    followed.set(id, answer);
  }
  return answer;
}

/** Many pieces a second become one render each frame. */
let frame: number | null = null;
const changed = new Set<string>();

function show(id: string): void {
  changed.add(id);
  frame ??= requestAnimationFrame(flush);
}

function flush(): void {
  frame = null;
  for (const id of changed) {
    const { text, state, reason } = entry(id);
    entry(id).snapshot = { text, state, reason };
    listeners.get(id)?.forEach((listener) => listener());
  }
  changed.clear();
}

function append(id: string, text: string): void {
  const answer = entry(id);
  answer.text += text;
  answer.state = 'streaming';
  show(id);
}

function finish(id: string, end: AnswerEndEvent): void {
  const answer = entry(id);
  if (!isRunning(answer.state)) return;
  answer.state = end.state;
  answer.reason = end.reason;
  answer.source = 'none';
  // At once, not with the next frame: a hidden tab has no frames.
  changed.add(id);
  flush();
  endListeners.forEach((listener) => listener(id, end));
  // Whoever asked hears of it also on the way to the new conversation's page, where nothing shows the answer yet.
  const heeded = asked.delete(id) || listeners.has(id);
  if (heeded && end.state === 'failed') {
    toastError(answerErrorText(end.reason ?? chatMessages.brokeOff));
  }
}

export function subscribeAnswer(id: string, listener: () => void): () => void {
  const ofThis = listeners.get(id) ?? new Set();
  listeners.set(id, ofThis.add(listener));
  return () => {
    ofThis.delete(listener);
    if (ofThis.size > 0) return;
    listeners.delete(id);
    // Shown nowhere any more; whoever opens it again gets it from the server, whole.
    if (!isRunning(followed.get(id)?.state ?? 'queued')) followed.delete(id);
  };
}

/** Null when this tab does not follow it. */
export function answerSnapshot(id: string): LiveAnswer | null {
  return followed.get(id)?.snapshot ?? null;
}

/** Calls back when an answer that this tab follows has ended. */
export function onAnswerEnd(listener: (id: string, end: AnswerEndEvent) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** A request that the server refused, with the words for it. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.name = 'Refused';
    this.status = status;
  }
}

async function refusal(response: Response): Promise<Refused> {
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null;
  return new Refused(response.status, typeof body?.error === 'string' ? body.error : '');
}

/**
 * Sends a message and begins to read its answer. Resolves when the server has stored both; the reading goes on.
 * @throws Refused, or TypeError when the network failed.
 */
export function ask(message: {
  conversationId: string | null;
  content: string;
  /** Of a conversation that begins with it. */
  settings: ConversationSettings | undefined;
  clientKey: string;
  attachmentIds: string[];
}): Promise<AnswerStart> {
  return begin('/api/chat/messages', message);
}

/** The same for another version of a message. */
export function askInstead(
  questionId: string,
  message: { content: string; clientKey: string },
): Promise<AnswerStart> {
  return begin(`/api/chat/messages/${questionId}/edit`, message);
}

/** The same for another answer to the same question. */
export function askAgain(answerId: string, clientKey: string): Promise<AnswerStart> {
  return begin(`/api/chat/answers/${answerId}/regenerate`, { clientKey });
}

async function begin(path: string, body: object): Promise<AnswerStart> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw await refusal(response);
  return new Promise((resolve, reject) => {
    let id: string | null = null;
    read(response, {
      start(start) {
        id = start.answerId;
        entry(id).source = 'response';
        asked.add(id);
        resolve(start);
      },
      text: (text) => {
        if (id) append(id, text);
      },
      end: (end) => {
        if (id) finish(id, end);
      },
    }).then(
      () => lost(id, reject),
      () => lost(id, reject),
    );
  });
}

/** The response ended; where its last event did not come, the answer is taken up again by its offset. */
function lost(id: string | null, reject: (error: Error) => void): void {
  if (id === null) return reject(new TypeError('the connection was lost'));
  const answer = entry(id);
  if (!isRunning(answer.state)) return;
  answer.source = 'none';
  void follow(id);
}

async function read(
  response: Response,
  listener: Parameters<typeof answerEventReader>[0],
): Promise<void> {
  if (!response.body) return;
  const feed = answerEventReader(listener);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    feed(value);
  }
}

const RETRY_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];
/** Renews the wish to watch on other processes, and finds text or an end whose news was lost: soon, then seldom. */
const WATCH_AGAIN_MS = { first: 1_000, most: 15_000 };
const GAP_MS = 300;

/** Follows a running answer of which `text` is known. Does nothing when this tab follows it already. */
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

/** Begins to follow an answer that was over and goes on. */
export function followAgain(id: string): void {
  const answer = entry(id);
  if (isRunning(answer.state) && answer.source !== 'none') return;
  answer.state = answer.text === '' ? 'queued' : 'streaming';
  answer.reason = null;
  show(id);
  void follow(id);
}

async function overHttp(id: string, answer: Followed): Promise<'gone' | 'ended' | 'lost'> {
  answer.source = 'response';
  try {
    const response = await fetch(`/api/chat/answers/${id}?offset=${answer.text.length}`);
    if (response.status === 401) noteSignedOut();
    if (response.status === 404 || response.status === 401) return 'gone';
    if (!response.ok) return 'lost';
    await read(response, {
      text: (text) => append(id, text),
      end: (end) => finish(id, end),
    });
    return isRunning(answer.state) ? 'lost' : 'ended';
  } catch {
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

/** News that an answer ended, or that the socket went: whoever waits looks again. */
export function wake(id?: string): void {
  if (id) wakers.get(id)?.();
  else wakers.forEach((done) => done());
}

function pause(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

/** Asks the server to stop; the end then comes the way the text comes. */
export async function stop(id: string): Promise<void> {
  await post(`/api/chat/answers/${id}/stop`);
}

/** Asks for the rest of an answer that broke off. */
export async function goOn(id: string): Promise<void> {
  await post(`/api/chat/answers/${id}/continue`);
  followAgain(id);
}

async function post(path: string): Promise<void> {
  const response = await fetch(path, { method: 'POST' });
  if (!response.ok) throw await refusal(response);
}
