import { addressOf, noteSignedOut } from '~/http/client';

import type { PartEnd, UploadWorld } from './upload';

/** Where the server does not say how long to wait. */
const PATIENCE_SECONDS = 10;

/** Sends parts of this import, with word of how far they are, which fetch has not. */
export function sendPartsOf(id: string): UploadWorld['send'] {
  return ({ file, part }, content, onProgress, signal) =>
    new Promise<PartEnd>((resolve) => {
      if (signal.aborted) return resolve('called-off');
      const request = new XMLHttpRequest();
      const params = { id, file: String(file), part: String(part) };
      request.open('PUT', addressOf('/api/imports/:id/files/:file/parts/:part', { params }));
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onerror = () => resolve('lost');
      request.onabort = () => resolve('called-off');
      request.onload = () => {
        const { status } = request;
        if (status >= 200 && status < 300) return resolve('sent');
        if (status === 401) noteSignedOut();
        const wait = Number(request.getResponseHeader('Retry-After')) || PATIENCE_SECONDS;
        resolve(partEndOf(status, request.response, wait));
      };
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(content);
    });
}

/** What an answer other than yes means for the upload. */
export function partEndOf(status: number, body: unknown, waitSeconds: number): PartEnd {
  if (status === 401 || status === 404 || status === 409) return 'over';
  if (status === 429) return { wait: waitSeconds * 1_000 };
  if (status >= 500) return 'troubled';
  const error = (body as { error?: unknown } | null)?.error;
  return {
    error: typeof error === 'string' ? error : 'The file could not be uploaded. Please try again.',
  };
}
