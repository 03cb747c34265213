import { randomUUID } from 'node:crypto';

import { marker, stampNow, type Behavior } from '../fakes/openai.ts';
import { call, stream } from './client.ts';

/** What the reader of one stream saw. Times are milliseconds since the question was sent. */
export interface Seen {
  firstTokenMs: number;
  lastTokenMs: number;
  /** UTF-16 units. */
  length: number;
  /** How long each stamped token took from the provider to the reader. */
  delaysMs: number[];
}

/** Something that answers a question with a stream: the app, the floor, or the provider itself. */
export interface ChatTarget {
  name: string;
  /** The process whose CPU and memory are measured. */
  pid: number | null;
  /** Sends a message in this slot's conversation; slots are independent. */
  ask(slot: number, behavior: Behavior): Promise<Seen>;
}

/** Tokens of the kind `stamps` are a space and the microsecond at which they were sent. */
const STAMP = / (\d+)/g;

class Watch {
  readonly #start = performance.now();
  readonly seen: Seen = { firstTokenMs: NaN, lastTokenMs: NaN, length: 0, delaysMs: [] };
  readonly #stamped: boolean;

  constructor(behavior: Behavior) {
    this.#stamped = behavior.kind === 'stamps';
  }

  take(text: string): void {
    if (text === '') return;
    const now = performance.now() - this.#start;
    if (this.seen.length === 0) this.seen.firstTokenMs = now;
    this.seen.lastTokenMs = now;
    this.seen.length += text.length;
    if (!this.#stamped) return;
    const arrived = stampNow();
    for (const [, stamp] of text.matchAll(STAMP)) {
      this.seen.delaysMs.push((arrived - Number(stamp)) / 1_000);
    }
  }
}

/** The provider, directly or through a relay. */
export function providerTarget(name: string, pid: number | null, url: string): ChatTarget {
  return {
    name,
    pid,
    async ask(_slot, behavior) {
      const body = JSON.stringify({
        model: 'bench',
        stream: true,
        messages: [{ role: 'user', content: marker(behavior) }],
      });
      const watch = new Watch(behavior);
      await stream(`${url}/chat/completions`, { headers: JSON_BODY, body }, (event) => {
        if (!event.startsWith('data: {')) return;
        const chunk = JSON.parse(event.slice(6)) as {
          choices: { delta: { content?: string | null } }[];
        };
        watch.take(chunk.choices[0]?.delta.content ?? '');
      });
      return watch.seen;
    },
  };
}

const JSON_BODY = { 'content-type': 'application/json' };

/** A slot's person, and its conversation once there is one. */
export interface Slot {
  cookie: string;
  conversationId: string | null;
}

/** The app or the floor, which speak the same protocol. */
export function appTarget(
  name: string,
  pid: number,
  url: string,
  slots: readonly Slot[],
): ChatTarget {
  return {
    name,
    pid,
    async ask(index, behavior) {
      const slot = slots[index % slots.length] as Slot;
      const body = JSON.stringify({
        conversationId: slot.conversationId,
        content: `Question ${randomUUID()} ${marker(behavior)}`,
        clientKey: randomUUID(),
      });
      const headers = { ...JSON_BODY, cookie: slot.cookie, origin: url };
      const watch = new Watch(behavior);
      let state: string | null = null;
      await stream(`${url}/api/chat/messages`, { headers, body }, (event) => {
        if (event.startsWith('data: ')) watch.take(JSON.parse(event.slice(6)) as string);
        else if (event.startsWith('event: start\n')) {
          slot.conversationId = dataOf<{ conversationId: string }>(event).conversationId;
        } else if (event.startsWith('event: end\n')) {
          state = dataOf<{ state: string }>(event).state;
        }
      });
      if (state !== 'done') throw new Error(`${name}: an answer ended as ${state}`);
      return watch.seen;
    },
  };
}

function dataOf<T>(event: string): T {
  return JSON.parse(event.slice(event.indexOf('data: ') + 6)) as T;
}

const PASSWORD = 'correct horse battery';

/** Signs a new person up through the form; returns their Cookie header. */
export async function signUp(url: string): Promise<string> {
  const body = new URLSearchParams({
    email: `bench-${randomUUID()}@example.com`,
    password: PASSWORD,
    firstName: 'Bench',
    lastName: 'Mark',
  }).toString();
  const reply = await call(`${url}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body,
  });
  const cookies = (reply.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]);
  if (cookies.length === 0) {
    throw new Error(`sign-up answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  }
  return cookies.join('; ');
}
