import { atLeast, noted, type Line } from './report.ts';
import { load, type ChatTargets, type Load } from './streams.ts';
import type { ChatTarget } from './chat-targets.ts';

const STEPS = [100, 200, 300, 400, 500];
/** The goal, where the search begins. */
const GOAL = 300;
const SPREAD_MS = 3_000;
/** Each stream: eight seconds of text. */
const TEXT = { kind: 'stamps', tokens: 240, rate: 30 } as const;
const MAX_FIRST_MS = 250;
const MAX_DELAY_MS = 100;
const TRIES = 2;

/** Row 3: how many streams of 30 tokens a second run at once without delay. */
export async function measureHeld(targets: ChatTargets): Promise<Line[]> {
  const app = await maxHeld(targets.app);
  const floor = await maxHeld(targets.floor);
  const figure = (what: string, unit: string, of: (one: Held) => number) => ({
    ...{ row: 3, what, unit },
    ...{ app: of(app), floor: of(floor) },
  });
  return [
    atLeast(
      GOAL,
      figure(`streams held, of ${STEPS.at(-1)} tried`, '', ({ streams }) => streams),
    ),
    noted(figure('  their first token p95', 'ms', ({ at }) => at?.firstP95 ?? NaN)),
    noted(figure('  their delay per token p95', 'ms', ({ at }) => at?.delayP95 ?? NaN)),
  ];
}

interface Held {
  streams: number;
  at: Load | null;
}

async function maxHeld(target: ChatTarget): Promise<Held> {
  const start = STEPS.indexOf(GOAL);
  let held: Held = { streams: 0, at: null };
  for (const streams of STEPS.slice(start)) {
    const at = await holds(target, streams);
    if (!at) break;
    held = { streams, at };
  }
  for (const streams of STEPS.slice(0, start).reverse()) {
    if (held.at) break;
    held = { streams, at: await holds(target, streams) };
  }
  return held.at ? held : { streams: 0, at: null };
}

/** The figures of this many streams if none was delayed; a stall of the machine is retried. */
async function holds(target: ChatTarget, streams: number): Promise<Load | null> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const came = await load(target, streams, TEXT, SPREAD_MS);
    if (came.firstP95 <= MAX_FIRST_MS && came.delayP95 <= MAX_DELAY_MS) return came;
  }
  return null;
}
