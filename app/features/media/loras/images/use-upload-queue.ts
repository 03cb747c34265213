import { useEffect, useSyncExternalStore } from 'react';

import { addressOf, refusalText, RequestRefused } from '~/http/client';
import { noteSignedOut } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { fieldsOf } from '~/lib/json';

import type { LoraImage, LoraList } from '../../media';
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

/** Sends images of this LoRA. With XMLHttpRequest, because fetch doesn't report the progress of an upload. */
function sendTo(loraId: string): SendFile {
  return (file, onProgress, signal) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('POST', addressOf('/api/media/loras/:id/images', { params: { id: loraId } }));
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.setRequestHeader('X-File-Name', encodeURIComponent(file.name.toWellFormed()));
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      const lost = { error: `“${file.name}” ${loraTexts.uploadFailed}`, canRetry: true };
      request.onerror = () => resolve(lost);
      request.onabort = () => resolve(null);
      request.onload = () => {
        const { status } = request;
        const body: unknown = request.response;
        if (status === 401) noteSignedOut();
        if (status === 429) {
          const seconds = Number(request.getResponseHeader('Retry-After'));
          resolve({ wait: (seconds > 0 ? seconds : DEFAULT_WAIT_SECONDS) * 1_000 });
        } else if (status >= 200 && status < 300 && isImage(body)) {
          resolve({ image: body });
        } else {
          const error = refusalText(new RequestRefused(status, body), lost.error);
          const canRetry = status >= 500 || status === 401 || error === lost.error;
          resolve({ error, canRetry });
        }
      };
      signal.addEventListener('abort', () => request.abort());
      request.send(file);
    });
}

/** The answer of our server to a file that it accepted; another server may have answered instead. */
function isImage(body: unknown): body is LoraImage {
  const { id, thumbUrl } = fieldsOf(body);
  return typeof id === 'string' && typeof thumbUrl === 'string';
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
