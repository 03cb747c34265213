import type { ImportView } from '../page/import-export';
import { missingParts, sizeOf, type Part, createSpeed } from './parts';

export interface UploadStatus {
  /** `waiting`: the network or the server is away, and the upload will continue by itself. */
  state: 'sending' | 'waiting' | 'failed' | 'ended';
  /** Bytes. */
  sent: number;
  size: number;
  /** Bytes per second; null until it is known. */
  speed: number | null;
  /** Why it failed, for the person. */
  error: string | null;
}

/** How an attempt to send a part ended. */
export type PartEnd =
  | 'sent'
  /** The network failed. */
  | 'lost'
  /** The server failed. */
  | 'troubled'
  | 'aborted'
  /** The import has ended, or the person has signed out. */
  | 'over'
  | { wait: number }
  | { error: string };

/** What an upload needs from its environment. */
export interface UploadEnvironment {
  send(
    part: Part,
    content: Blob,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<PartEnd>;
  /** Reports that all parts have been sent. */
  finish(): Promise<PartEnd>;
  /** Resolves after `ms`, or when the network is back. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  now(): number;
}

export interface Upload {
  status(): UploadStatus;
  subscribe(listener: () => void): () => void;
  /** Continues after a failure. */
  retry(): void;
  stop(): void;
}

/** Parts that are sent at the same time. */
const PARALLEL = 3;
const FIRST_PAUSE = 1_000;
const MAX_PAUSE = 30_000;
/** Failures of the server in a row before the upload fails. */
const MAX_TROUBLES = 6;
/** Progress is reported to listeners at most this often. */
const REPORT_MS = 200;

export const FILE_CHANGED =
  'The file has changed or no longer exists. Cancel, then choose your export again.';
const SERVER_TROUBLE =
  'The server didn’t accept the file. Everything uploaded so far is kept. Try again.';

/** Sends the parts of an import that haven't arrived yet, a few at a time, and waits while the network is away. */
export function startUpload(
  view: Pick<ImportView, 'files' | 'partSize'>,
  files: readonly Blob[],
  environment: UploadEnvironment,
): Upload {
  const size = sizeOf(view);
  const listeners = new Set<() => void>();
  const inFlight = new Map<Part, number>();
  const speed = createSpeed();
  let left = missingParts(view);
  let arrived = size - left.reduce((sum, { start, end }) => sum + end - start, 0);
  let run = new AbortController();
  let reportedAt = 0;
  let status: UploadStatus = { state: 'sending', sent: arrived, size, speed: null, error: null };

  function report(change: Partial<UploadStatus> = {}): void {
    const now = environment.now();
    const sent = arrived + [...inFlight.values()].reduce((sum, bytes) => sum + bytes, 0);
    speed.note(now, sent);
    const isChange = Object.keys(change).length > 0;
    if (!isChange && now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    status = { ...status, sent, speed: speed.now(), ...change };
    for (const listener of listeners) listener();
  }

  function fail(error: string): void {
    run.abort();
    report({ state: 'failed', error });
  }

  function end(): void {
    run.abort();
    report({ state: 'ended' });
  }

  /** Repeats an attempt until it succeeds (true), or the upload fails or ends (false). */
  async function persist(attempt: () => Promise<PartEnd>, signal: AbortSignal): Promise<boolean> {
    let pause = FIRST_PAUSE;
    let troubles = 0;
    while (!signal.aborted) {
      const result = await attempt();
      if (signal.aborted || result === 'aborted') return false;
      if (result === 'sent') {
        if (status.state === 'waiting') report({ state: 'sending' });
        return true;
      }
      if (result === 'over') {
        end();
        return false;
      }
      if (typeof result === 'object' && 'error' in result) {
        fail(result.error);
        return false;
      }
      if (result === 'troubled' && (troubles += 1) >= MAX_TROUBLES) {
        fail(SERVER_TROUBLE);
        return false;
      }
      speed.reset();
      report({ state: 'waiting' });
      await environment.pause(typeof result === 'object' ? result.wait : pause, signal);
      pause = Math.min(pause * 2, MAX_PAUSE);
    }
    return false;
  }

  async function sendPart(part: Part, signal: AbortSignal): Promise<PartEnd> {
    const content = files[part.file]?.slice(part.start, part.end);
    if (content === undefined) return { error: FILE_CHANGED };
    const onProgress = (bytes: number) => {
      if (signal.aborted) return;
      inFlight.set(part, Math.min(bytes, part.end - part.start));
      report(status.state === 'waiting' ? { state: 'sending' } : {});
    };
    const result = await environment.send(part, content, onProgress, signal);
    inFlight.delete(part);
    if (result === 'sent') arrived += part.end - part.start;
    // For the browser, a file that can't be read any more is a failed request.
    else if (result === 'lost' && !(await isReadable(content))) return { error: FILE_CHANGED };
    return result;
  }

  async function work(signal: AbortSignal): Promise<void> {
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      const current = part;
      if (!(await persist(() => sendPart(current, signal), signal))) {
        left.push(current);
        return;
      }
      report();
    }
  }

  async function go(): Promise<void> {
    const { signal } = run;
    await Promise.all(Array.from({ length: PARALLEL }, () => work(signal)));
    if (signal.aborted) return;
    if (await persist(environment.finish, signal)) end();
  }

  void go();
  return {
    status: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry() {
      if (status.state !== 'failed') return;
      run = new AbortController();
      left = [...left].sort((a, b) => a.file - b.file || a.part - b.part);
      speed.reset();
      report({ state: 'sending', error: null });
      void go();
    },
    stop: end,
  };
}

async function isReadable(content: Blob): Promise<boolean> {
  return content
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
