import type { LoraImage } from '../../media';

export interface QueuedFile {
  key: string;
  name: string;
  state: 'waiting' | 'uploading' | 'failed';
  /** From 0 to 1: of the way to the server. */
  progress: number;
  /** Why it is not there. */
  error: string | null;
  /** It was not the file's fault. */
  canRetry: boolean;
}

export type Sent =
  { image: LoraImage } | { error: string; canRetry: boolean } | { wait: number } | null;

/** Sends one file; answers with null when it was called off. */
export type SendFile = (
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) => Promise<Sent>;

export interface UploadQueue {
  files(): readonly QueuedFile[];
  subscribe(listener: () => void): () => void;
  /** Hears of each image that has arrived. */
  onArrived(listener: (image: LoraImage) => void): () => void;
  /** `refusal`: why a file need not even be sent. */
  add(files: readonly File[], refusal: (file: File, index: number) => string | null): void;
  retry(key: string): void;
  retryAll(): void;
  /** Takes one off the list; what is on its way is called off. */
  drop(key: string): void;
  dropFailed(): void;
}

/** So many travel at once. */
const AT_ONCE = 3;

/** Files on their way to the server, a few at a time. What has arrived is off the list. */
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
  function update(key: string, news: Partial<QueuedFile>): void {
    set(list.map((file) => (file.key === key ? { ...file, ...news } : file)));
  }
  function remove(keys: ReadonlySet<string>): void {
    for (const key of keys) {
      running.get(key)?.abort();
      contents.delete(key);
    }
    set(list.filter(({ key }) => !keys.has(key)));
  }

  function pump(): void {
    if (Date.now() < pausedUntil) return;
    while (running.size < AT_ONCE) {
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
      remove(new Set([key]));
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
    drop(key) {
      remove(new Set([key]));
      pump();
    },
    dropFailed() {
      remove(new Set(list.filter(({ state }) => state === 'failed').map(({ key }) => key)));
    },
  };
}
