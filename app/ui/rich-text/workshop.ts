import type { Run } from './code-runs';

export type Task =
  | { kind: 'code'; language: string; text: string }
  | { kind: 'math'; tex: string; display: boolean };

export type Reply =
  | { id: number; state: 'started' }
  | { id: number; state: 'failed' }
  | { id: number; state: 'done'; runs: Run[] }
  | { id: number; state: 'done'; html: string };

type Done = Extract<Reply, { state: 'done' }>;

/** For one text, once all it takes is loaded. */
const PATIENCE_MS = 2_000;

interface Job {
  task: Task;
  signal: AbortSignal;
  settle(done: Done | null): void;
}

let worker: Worker | null = null;
let busy = false;
let nextId = 1;
const waiting: Job[] = [];

/** What the task comes to; null when it comes to nothing, takes too long or is no longer wanted. Never rejects. */
function work(task: Task, signal: AbortSignal): Promise<Done | null> {
  return new Promise((settle) => {
    waiting.push({ task, signal, settle });
    takeNext();
  });
}

function takeNext(): void {
  if (busy) return;
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    if (!job.signal.aborted) return run(job);
    job.settle(null);
  }
}

function run({ task, settle }: Job): void {
  busy = true;
  worker ??= new Worker(new URL('./workshop-worker.ts', import.meta.url), { type: 'module' });
  const current = worker;
  const id = nextId++;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(done: Done | null): void {
    clearTimeout(timer);
    current.onmessage = null;
    current.onerror = null;
    busy = false;
    settle(done);
    takeNext();
  }

  function giveUp(): void {
    current.terminate();
    worker = null;
    end(null);
  }

  current.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (data.id !== id) return;
    if (data.state === 'started') timer = setTimeout(giveUp, PATIENCE_MS);
    else end(data.state === 'done' ? data : null);
  };
  current.onerror = giveUp;
  current.postMessage({ ...task, id });
}

/** The code in stretches of one kind; null when it has no colours. */
export async function colorsOf(
  language: string,
  text: string,
  signal: AbortSignal,
): Promise<Run[] | null> {
  const done = await work({ kind: 'code', language, text }, signal);
  return done && 'runs' in done ? done.runs : null;
}

/** HTML for a formula, not cleaned yet; null when it is none. */
export async function typeset(
  formula: { tex: string; display: boolean },
  signal: AbortSignal,
): Promise<string | null> {
  const done = await work({ kind: 'math', ...formula }, signal);
  return done && 'html' in done ? done.html : null;
}

/** As much as a page can do between two frames without being felt, in ms. */
const SLICE_MS = 8;

/** Work on many things that leaves the page free to answer in between. */
export class Slices {
  private started = performance.now();

  /** Waits for the page's next free moment, if the present one has been used up. */
  async breathe(): Promise<void> {
    if (performance.now() - this.started < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.started = performance.now();
  }
}
