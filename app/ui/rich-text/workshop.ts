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

/** Time for one text, once everything that it needs is loaded. */
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

/** The task's result; null if it fails, takes too long, or is aborted. Never rejects. */
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

/** The code in highlighted runs; null if it isn't highlighted. */
export async function colorsOf(
  language: string,
  text: string,
  signal: AbortSignal,
): Promise<Run[] | null> {
  const done = await work({ kind: 'code', language, text }, signal);
  return done && 'runs' in done ? done.runs : null;
}

/** HTML for a formula, not sanitized yet; null if it's invalid. */
export async function typeset(
  formula: { tex: string; display: boolean },
  signal: AbortSignal,
): Promise<string | null> {
  const done = await work({ kind: 'math', ...formula }, signal);
  return done && 'html' in done ? done.html : null;
}
