import { useEffect, useSyncExternalStore } from 'react';

import { client, refusalText } from '~/http/client';
import { UploadRefused, uploading } from '~/http/upload';
import { newClientKey } from '~/lib/client-key';

import type { LoraList } from '../../media';
import type { LoraImagesApi } from '../routes/lora-images';
import { loraTexts } from '../texts';
import {
  createUploadQueue,
  type QueuedFile,
  type SendFile,
  type UploadQueue,
} from './upload-queue';

/** By LoRA. Uploads continue while other pages of the app are open. */
const queues = new Map<string, UploadQueue>();

function queueOf(loraId: string): UploadQueue {
  const known = queues.get(loraId);
  if (known) return known;
  const queue = createUploadQueue(sendTo(loraId), newClientKey);
  queues.set(loraId, queue);
  return queue;
}

const NONE: readonly QueuedFile[] = [];

/** The uploads of a LoRA's images. Closing the tab in the meantime asks first. */
export function useUploadQueue(loraId: string): {
  queue: UploadQueue;
  files: readonly QueuedFile[];
} {
  const queue = queueOf(loraId);
  const files = useSyncExternalStore(queue.subscribe, queue.files, () => NONE);
  const isUploading = files.some(({ state }) => state !== 'failed');
  useEffect(() => {
    if (!isUploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUploading]);
  return { queue, files };
}

/** The wait when the server doesn't say how long. */
const DEFAULT_WAIT_SECONDS = 10;

/** Sends images of this LoRA. */
function sendTo(loraId: string): SendFile {
  return async (file, onProgress, signal) => {
    const lost = `“${file.name}” ${loraTexts.uploadFailed}`;
    try {
      const image = await client<LoraImagesApi>(uploading(onProgress)).post(
        '/api/media/loras/:id/images',
        {
          params: { id: loraId },
          bytes: file,
          headers: { 'X-File-Name': encodeURIComponent(file.name.toWellFormed()) },
          signal,
        },
      );
      return { image };
    } catch (failure) {
      if (signal.aborted) return null;
      if (!(failure instanceof UploadRefused)) return { error: lost, canRetry: true };
      const { status, wait } = failure;
      if (status === 429) return { wait: (wait || DEFAULT_WAIT_SECONDS) * 1_000 };
      const error = refusalText(failure, lost);
      return { error, canRetry: status >= 500 || error === lost };
    }
  };
}

/** Why a file isn't sent; null if it is. `room`: how many more images the LoRA may have. */
export function refusalOf(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  { max, maxBytes }: LoraList['limits'],
  room: number,
): string | null {
  if (!type.startsWith('image/')) return `“${name}” ${loraTexts.notAnImage}`;
  if (size === 0) return `“${name}” ${loraTexts.empty}`;
  if (size > maxBytes) {
    return `“${name}” is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Choose a smaller image.`;
  }
  if (room <= 0) return `“${name}” wasn’t added: a LoRA can have up to ${max} images.`;
  return null;
}
