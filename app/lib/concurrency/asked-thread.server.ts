import { Worker } from 'node:worker_threads';

import { log } from '../log.server';

export interface ThreadOptions {
  /** For the log. */
  name: string;
  /** What it runs. It answers `{ id, question }` with `{ id, answer }` or `{ id, problem }`. */
  text: string;
  data?: unknown;
  heapMb: number;
  /** It is replaced if an answer takes longer. */
  patienceMs: number;
  /** It ends after this time without a question; by default it stays. */
  idleMs?: number;
  /** It ended before its answers, and has forgotten what it was told. */
  onLost?(): void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** More questions at a time are refused. */
const MAX_WAITING = 200;

/** A thread was lost, or has too much to do; what it says about a question is an error of its own. */
export class ThreadUnavailable extends Error {
  override name = 'ThreadUnavailable';
}

/** A thread for what would hold up the process, started when it's first needed, and again after it failed. */
export class AskedThread {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #next = 1;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** @throws ThreadUnavailable, or Error with what the thread says is wrong */
  ask<Answer>(question: object): Promise<Answer> {
    if (this.#waiting.size >= MAX_WAITING) {
      const { name } = this.#options;
      log.warn({ thread: name }, 'a thread is asked too much');
      return Promise.reject(new ThreadUnavailable(`${name}: too many questions`));
    }
    clearTimeout(this.#idle);
    const id = this.#next++;
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => this.#lose('it did not answer'), this.#options.patienceMs);
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer });
      this.#thread().postMessage({ id, question });
    });
  }

  /** Without an answer. The memory of `moved` goes to the thread. */
  tell(message: object, moved: ArrayBuffer[] = []): void {
    this.#thread().postMessage(message, moved);
  }

  /** Whether it runs, and so knows what it was told. */
  get runs(): boolean {
    return this.#worker !== null;
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker;
    const { text, data, heapMb } = this.#options;
    const worker = new Worker(text, {
      eval: true,
      execArgv: [],
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.on('message', (said: Answered) => this.#settle(said));
    const onEnd = (reason: string, err?: Error) => {
      if (this.#worker === worker) this.#lose(reason, err);
    };
    worker.on('error', (err) => onEnd('it failed', err));
    worker.on('exit', () => onEnd('it ended'));
    // The process may end without it. Listening for messages would take this back.
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #settle({ id, answer, problem }: Answered): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    if (problem === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(problem));
    const { idleMs } = this.#options;
    if (this.#waiting.size > 0 || idleMs === undefined) return;
    this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  #lose(reason: string, err?: Error): void {
    const { name, onLost } = this.#options;
    log.warn({ err, thread: name, reason }, 'a thread was lost');
    this.#end();
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new ThreadUnavailable(`${name}: ${reason}`));
    }
    this.#waiting.clear();
    onLost?.();
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}

interface Answered {
  id: number;
  answer?: unknown;
  problem?: string;
}
