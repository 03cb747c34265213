import { fieldsOf, parsedOf } from '~/lib/json';

import { BUILD_HEADER } from './build-id';
import { noteSignedOut, type requestResponse, RequestRefused, SignedOut } from './client';

export class UploadRefused extends RequestRefused {
  /** How many seconds to wait; 0 if the server doesn't say. */
  readonly wait: number;

  constructor(status: number, body: unknown, wait: number) {
    super(status, body);
    this.wait = wait;
  }
}

/**
 * Sends files for `client`, and reports which share of them is sent, from 0 to 1, which fetch can't.
 * @throws SignedOut, UploadRefused, TypeError when the network failed, DOMException `AbortError`
 */
export function uploading(onProgress: (share: number) => void): typeof requestResponse {
  return (path, { method = 'POST', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, path);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onerror = () => reject(new TypeError('the connection was lost'));
      request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
      request.onload = () => {
        if (request.status >= 200 && request.status < 300) return resolve(responseOf(request));
        if (request.status !== 401) return reject(refusalOf(request));
        noteSignedOut();
        reject(new SignedOut());
      };
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body instanceof Blob ? body : null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const headers = [BUILD_HEADER, 'Content-Type'].flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(status === 204 ? null : responseText, { status, headers });
}

function refusalOf(request: XMLHttpRequest): UploadRefused {
  const { error } = fieldsOf(parsedOf(request.responseText));
  const wait = Number(request.getResponseHeader('Retry-After')) || 0;
  return new UploadRefused(request.status, { error }, wait);
}
