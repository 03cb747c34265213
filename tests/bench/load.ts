import { setTimeout as sleep } from 'node:timers/promises';

import { appTarget, signUp, type Slot } from './chat-targets.ts';
import { call } from './client.ts';
import { residentMb } from './processes.ts';
import { atMost, noted, type Line } from './report.ts';
import { percentile } from './statistics.ts';
import type { Served } from './world.ts';

const USERS = 200;
const EVERY_MS = 20_000;
const LASTS_MS = 5 * 60_000;
/** Hashing passwords takes a core each. */
const SIGN_UPS_AT_ONCE = 4;
/** An answer of some three seconds. */
const ANSWER = { tokens: 90, rate: 30 };
const PAGES = ['/ai-lab', '/copy-wizard', '/settings?tab=tokens'];

/** Two hundred people for five minutes: each sends a message and opens a page every twenty seconds. */
export async function measureLoad(app: Served): Promise<Line[]> {
  const cookies: string[] = [];
  let left = USERS;
  async function signUpInTurn() {
    while (left-- > 0) cookies.push(await signUp(app.url));
  }
  await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, signUpInTurn));
  const slots = cookies.map((cookie): Slot => ({ cookie, conversationId: null }));
  const target = appTarget('app', app.pid, app.url, slots);

  const first: number[] = [];
  const pages: number[] = [];
  const faults: string[] = [];
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, residentMb(app.pid))), 500);
  const until = performance.now() + LASTS_MS;

  async function person(slot: number): Promise<void> {
    // People start one after the other.
    await sleep((EVERY_MS * slot) / USERS);
    for (let turn = 0; performance.now() < until; turn += 1) {
      const next = performance.now() + EVERY_MS;
      const path = PAGES[(slot + turn) % PAGES.length] ?? '';
      try {
        const page = await call(app.url + path, { headers: { cookie: cookies[slot] ?? '' } });
        if (page.status !== 200) faults.push(`${path} answered ${page.status}`);
        pages.push(page.firstByteMs);
        first.push((await target.ask(slot, ANSWER)).firstTokenMs);
      } catch (error) {
        faults.push(String(error));
      }
      await sleep(Math.max(0, next - performance.now()));
    }
  }

  await Promise.all(cookies.map((_, slot) => person(slot)));
  clearInterval(watch);
  for (const fault of new Set(faults)) console.error(fault);
  const figure = (what: string, unit: string, value: number) => ({
    row: 17,
    what: `${USERS} people for five minutes: ${what}`,
    unit,
    app: value,
  });
  return [
    atMost(0, figure('errors', '', faults.length)),
    noted(figure('messages', '', first.length)),
    atMost(400, figure('first token, p95', 'ms', percentile(first, 0.95))),
    atMost(300, figure('page, p95', 'ms', percentile(pages, 0.95))),
    noted(figure('memory at most', 'MB', peakMb)),
  ];
}
