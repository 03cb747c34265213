import type { LoraImage } from '../../media';

export interface QueuedFile {
  key: string;
  name: string;
  state: 'waiting' | 'uploading' | 'failed';
  /** From 0 to 1. */
  progress: number;
  /** Why it failed. */
  error: string | null;
  /** The file itself isn't the cause. */
  canRetry: boolean;
}

export type Sent =
  { image: LoraImage } | { error: string; canRetry: boolean } | { wait: number } | null;

/** Sends one file; resolves with null when it was canceled. */
export type SendFile = (
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) => Promise<Sent>;

export interface UploadQueue {
  files(): readonly QueuedFile[];
  subscribe(listener: () => void): () => void;
  /** Is called with each image that has arrived. */
  onArrived(listener: (image: LoraImage) => void): () => void;
  /** `refusal` returns why a file isn't sent at all. */
  add(files: readonly File[], refusal: (file: File, index: number) => string | null): void;
  retry(key: string): void;
  retryAll(): void;
  /** Removes a file from the list, and cancels its upload. */
  remove(key: string): void;
  removeFailed(): void;
}

/** How many files are sent at the same time. */
const MAX_AT_ONCE = 3;

/** Files that are sent to the server, a few at a time. Those that have arrived leave the list. */
export function createUploadQueue(send: SendFile, newKey: () => string): UploadQueue {
  let list: readonly QueuedFile[] = [];
  const contents = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  const arrivals = new Set<(image: LoraImage) => void>();
  let pausedUntil = 0;

  function set(next: readonly QueuedFile[]): void {
    list = next;
    for (const listener of listeners) listener();
  }
  function update(key: string, changes: Partial<QueuedFile>): void {
    set(list.map((file) => (file.key === key ? { ...file, ...changes } : file)));
  }
  function removeAll(keys: ReadonlySet<string>): void {
    for (const key of keys) {
      running.get(key)?.abort();
      contents.delete(key);
    }
    set(list.filter(({ key }) => !keys.has(key)));
  }

  function pump(): void {
    if (Date.now() < pausedUntil) return;
    while (running.size < MAX_AT_ONCE) {
      const next = list.find(({ state }) => state === 'waiting');
      if (next === undefined) return;
      void run(next.key);
    }
  }

  async function run(key: string): Promise<void> {
    const file = contents.get(key);
    if (file === undefined) return;
    const abort = new AbortController();
    running.set(key, abort);
    update(key, { state: 'uploading', progress: 0, error: null, canRetry: false });
    const sent = await send(file, (progress) => update(key, { progress }), abort.signal);
    running.delete(key);
    if (sent !== null && 'image' in sent) {
      removeAll(new Set([key]));
      for (const listener of arrivals) listener(sent.image);
    } else if (sent !== null && 'wait' in sent) {
      pausedUntil = Date.now() + sent.wait;
      update(key, { state: 'waiting', progress: 0 });
      setTimeout(pump, sent.wait);
    } else if (sent !== null) {
      update(key, { state: 'failed', error: sent.error, canRetry: sent.canRetry });
    }
    pump();
  }

  return {
    files: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onArrived(listener) {
      arrivals.add(listener);
      return () => arrivals.delete(listener);
    },
    add(files, refusal) {
      const added = files.map((file, index): QueuedFile => {
        const key = newKey();
        const error = refusal(file, index);
        if (error === null) contents.set(key, file);
        const state = error === null ? 'waiting' : 'failed';
        return { key, name: file.name, state, progress: 0, error, canRetry: false };
      });
      set([...list, ...added]);
      pump();
    },
    retry(key) {
      update(key, { state: 'waiting', error: null });
      pump();
    },
    retryAll() {
      set(
        list.map((file) => (file.canRetry ? { ...file, state: 'waiting', canRetry: false } : file)),
      );
      pump();
    },
    remove(key) {
      removeAll(new Set([key]));
      pump();
    },
    removeFailed() {
      removeAll(new Set(list.filter(({ state }) => state === 'failed').map(({ key }) => key)));
    },
  };
}
