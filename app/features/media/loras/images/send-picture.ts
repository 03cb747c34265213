
import { noteSignedOut } from '~/http/signed-out';

import type { LoraImage } from '../../media';
import { loraTexts } from '../texts';
import { uploadAddress } from '../lora-requests';
import type { SendFile } from './upload-queue';

/** Where the server does not say how long to wait. */
const PATIENCE_SECONDS = 10;

/** Sends pictures of this LoRA, with word of how far they are, which fetch has not. */
export function sendPictures(loraId: string): SendFile {
  return (file, onProgress, signal) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('POST', uploadAddress(loraId));
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.setRequestHeader('X-File-Name', encodeURIComponent(file.name.toWellFormed()));
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      const lost = { error: `“${file.name}” ${loraTexts.uploadFailed}`, canRetry: true };
      request.onerror = () => resolve(lost);
      request.onabort = () => resolve(null);
      request.onload = () => {
        const { status } = request;
        const body = request.response as (LoraImage & { error?: string }) | null;
        if (status === 401) noteSignedOut();
        if (status === 429) {
          const seconds = Number(request.getResponseHeader('Retry-After'));
          resolve({ wait: (seconds > 0 ? seconds : PATIENCE_SECONDS) * 1_000 });
        } else if (status >= 200 && status < 300 && body !== null) {
          resolve({ image: body });
        } else if (typeof body?.error === 'string') {
          resolve({ error: body.error, canRetry: status >= 500 || status === 401 });
        } else {
          resolve(lost);
        }
      };
      signal.addEventListener('abort', () => request.abort());
      request.send(file);
    });
}
