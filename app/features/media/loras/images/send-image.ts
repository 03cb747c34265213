import { addressOf, noteSignedOut, refusalText, RequestRefused } from '~/http/client';

import type { LoraImage, LoraList } from '../../media';
import { loraTexts } from '../texts';
import type { SendFile } from './upload-queue';

/** Where the server does not say how long to wait. */
const PATIENCE_SECONDS = 10;

/** Sends images of this LoRA, with word of how far they are, which fetch has not. */
export function uploadLoraImages(loraId: string): SendFile {
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
          resolve({ wait: (seconds > 0 ? seconds : PATIENCE_SECONDS) * 1_000 });
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

/** What the address answers when it took the file; anything else was not our server's. */
function isImage(body: unknown): body is LoraImage {
  return typeof body === 'object' && body !== null && 'id' in body && 'thumbUrl' in body;
}

/** Why a file need not be sent; null: it may be. `room`: so many more images may come. */
export function refusalOf(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  { most, largestBytes }: LoraList['limits'],
  room: number,
): string | null {
  if (!type.startsWith('image/')) return `“${name}” ${loraTexts.notAnImage}`;
  if (size === 0) return `“${name}” ${loraTexts.empty}`;
  if (size > largestBytes) {
    return `“${name}” is larger than ${Math.floor(largestBytes / 1024 / 1024)} MB. Choose a smaller picture.`;
  }
  if (room <= 0) return `“${name}” is one too many: ${most} pictures are the most.`;
  return null;
}
