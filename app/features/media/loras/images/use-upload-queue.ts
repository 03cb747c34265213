import { useEffect, useSyncExternalStore } from 'react';

import { newClientKey } from '~/lib/client-key';

import { uploadLoraImages } from './send-image';
import { createUploadQueue, type QueuedFile, type UploadQueue } from './upload-queue';

/** They go on while other pages of the app are looked at. */
const queues = new Map<string, UploadQueue>();

function queueOf(loraId: string): UploadQueue {
  const known = queues.get(loraId);
  if (known) return known;
  const queue = createUploadQueue(uploadLoraImages(loraId), newClientKey);
  queues.set(loraId, queue);
  return queue;
}

const NONE: readonly QueuedFile[] = [];

/** The images of this LoRA that are on their way. Closing the tab meanwhile asks first. */
export function useUploadQueue(loraId: string): {
  queue: UploadQueue;
  files: readonly QueuedFile[];
} {
  const queue = queueOf(loraId);
  const files = useSyncExternalStore(queue.subscribe, queue.files, () => NONE);
  const travelling = files.some(({ state }) => state !== 'failed');
  useEffect(() => {
    if (!travelling) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [travelling]);
  return { queue, files };
}
