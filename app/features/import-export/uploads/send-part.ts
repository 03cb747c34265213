import { addressOf, noteSignedOut } from '~/http/client';
import { fieldsOf } from '~/lib/json';

import type { PartEnd, UploadEnvironment } from './upload';

/** When the server doesn't say how long to wait. */
const DEFAULT_WAIT_SECONDS = 10;

/** Sends parts of an import. Uses XMLHttpRequest, because fetch doesn't report progress. */
export function sendPartsOf(id: string): UploadEnvironment['send'] {
  return ({ file, part }, content, onProgress, signal) =>
    new Promise<PartEnd>((resolve) => {
      if (signal.aborted) return resolve('aborted');
      const request = new XMLHttpRequest();
      const params = { id, file: String(file), part: String(part) };
      request.open('PUT', addressOf('/api/imports/:id/files/:file/parts/:part', { params }));
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onerror = () => resolve('lost');
      request.onabort = () => resolve('aborted');
      request.onload = () => {
        const { status } = request;
        if (status >= 200 && status < 300) return resolve('sent');
        if (status === 401) noteSignedOut();
        const wait = Number(request.getResponseHeader('Retry-After')) || DEFAULT_WAIT_SECONDS;
        resolve(partEndOf(status, request.response, wait));
      };
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(content);
    });
}

/** What a failed response means for the upload. */
export function partEndOf(status: number, body: unknown, waitSeconds: number): PartEnd {
  if (status === 401 || status === 404 || status === 409) return 'over';
  if (status === 429) return { wait: waitSeconds * 1_000 };
  if (status >= 500) return 'troubled';
  const { error } = fieldsOf(body);
  return {
    error: typeof error === 'string' ? error : 'The file couldn’t be uploaded. Try again.',
  };
}
