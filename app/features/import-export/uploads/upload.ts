import type { ImportView } from '../page/import-export';
import { missingParts, sizeOf, type Part, createSpeed } from './parts';

export interface UploadStatus {
  /** `waiting`: the network or the server is away, and it goes on by itself. */
  state: 'sending' | 'waiting' | 'failed' | 'ended';
  /** Bytes. */
  sent: number;
  size: number;
  /** Bytes in a second. */
  speed: number | null;
  /** Why it failed. */
  error: string | null;
}

export type PartEnd =
  | 'sent'
  /** It did not get through. */
  | 'lost'
  /** The server had a bad moment. */
  | 'troubled'
  | 'called-off'
  /** There is nothing to send to any more, or no one who may. */
  | 'over'
  | { wait: number }
  | { error: string };

/** What an upload needs of the world around it. */
export interface UploadWorld {
  send(
    part: Part,
    content: Blob,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<PartEnd>;
  /** Says that all parts are there. */
  finish(): Promise<PartEnd>;
  /** After so long, or when the network comes back. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  now(): number;
}

export interface Upload {
  status(): UploadStatus;
  subscribe(listener: () => void): () => void;
  /** Goes on after a failure. */
  retry(): void;
  stop(): void;
}

/** So many parts travel at once. */
const AT_ONCE = 3;
const FIRST_PAUSE = 1_000;
const MAX_PAUSE = 30_000;
/** So often the server may have a bad moment, one after the other. */
const PATIENCE = 6;
/** Listeners hear of bytes that often at most. */
const TELL_MS = 200;

export const FILE_CHANGED =
  'The file has changed or is no longer there. Cancel, and choose the export again.';
const SERVER_TROUBLE =
  'The server did not take the file. What has arrived is kept: please try again.';

/** Sends what of an import has not arrived yet, a few parts at a time, through whatever happens to the network. */
export function startUpload(
  view: Pick<ImportView, 'files' | 'partSize'>,
  files: readonly Blob[],
  world: UploadWorld,
): Upload {
  const size = sizeOf(view);
  const listeners = new Set<() => void>();
  const travelling = new Map<Part, number>();
  const speed = createSpeed();
  let left = missingParts(view);
  let arrived = size - left.reduce((sum, { start, end }) => sum + end - start, 0);
  let run = new AbortController();
  let told = 0;
  let status: UploadStatus = { state: 'sending', sent: arrived, size, speed: null, error: null };

  function tell(news: Partial<UploadStatus> = {}): void {
    const now = world.now();
    const sent = arrived + [...travelling.values()].reduce((sum, bytes) => sum + bytes, 0);
    speed.note(now, sent);
    const isNews = Object.keys(news).length > 0;
    if (!isNews && now - told < TELL_MS) return;
    told = now;
    status = { ...status, sent, speed: speed.now(), ...news };
    for (const listener of listeners) listener();
  }

  function fail(error: string): void {
    run.abort();
    tell({ state: 'failed', error });
  }

  function end(): void {
    run.abort();
    tell({ state: 'ended' });
  }

  /** Until it got through: true; or there is no more to be done: false. */
  async function persist(attempt: () => Promise<PartEnd>, signal: AbortSignal): Promise<boolean> {
    let pause = FIRST_PAUSE;
    let troubles = 0;
    while (!signal.aborted) {
      const result = await attempt();
      if (signal.aborted || result === 'called-off') return false;
      if (result === 'sent') {
        if (status.state === 'waiting') tell({ state: 'sending' });
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
      if (result === 'troubled' && (troubles += 1) >= PATIENCE) {
        fail(SERVER_TROUBLE);
        return false;
      }
      speed.reset();
      tell({ state: 'waiting' });
      await world.pause(typeof result === 'object' ? result.wait : pause, signal);
      pause = Math.min(pause * 2, MAX_PAUSE);
    }
    return false;
  }

  async function sendPart(part: Part, signal: AbortSignal): Promise<PartEnd> {
    const content = files[part.file]?.slice(part.start, part.end);
    if (content === undefined) return { error: FILE_CHANGED };
    const onProgress = (bytes: number) => {
      if (signal.aborted) return;
      travelling.set(part, Math.min(bytes, part.end - part.start));
      tell(status.state === 'waiting' ? { state: 'sending' } : {});
    };
    const result = await world.send(part, content, onProgress, signal);
    travelling.delete(part);
    if (result === 'sent') arrived += part.end - part.start;
    // To the browser a file that cannot be read is a request that failed.
    else if (result === 'lost' && !(await isReadable(content))) return { error: FILE_CHANGED };
    return result;
  }

  async function work(signal: AbortSignal): Promise<void> {
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      const present = part;
      if (!(await persist(() => sendPart(present, signal), signal))) {
        left.push(present);
        return;
      }
      tell();
    }
  }

  async function go(): Promise<void> {
    const { signal } = run;
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(signal)));
    if (signal.aborted) return;
    if (await persist(world.finish, signal)) end();
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
      tell({ state: 'sending', error: null });
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
