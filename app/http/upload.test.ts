import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { client, onSignedOut, refusalText, SignedOut } from './client';
import type { Endpoint, Resource } from './resource.server';
import { uploading, UploadRefused } from './upload';

type Declared = Endpoint<'POST', '/api/things', undefined, { name: string }>;

/** The part of XMLHttpRequest that uploads use. */
class FakeRequest {
  static last: FakeRequest;
  method = '';
  path = '';
  sent: unknown;
  status = 0;
  responseText = '';
  readonly requestHeaders = new Headers();
  answered = new Headers();
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;

  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, path: string) {
    [this.method, this.path] = [method, path];
  }
  setRequestHeader(name: string, value: string) {
    this.requestHeaders.set(name, value);
  }
  getResponseHeader(name: string) {
    return this.answered.get(name);
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.answered = new Headers({ 'Content-Type': 'application/json', ...headers });
    this.onload?.();
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => vi.unstubAllGlobals());

const FILE = new Blob(['content']);

function start(signal?: AbortSignal) {
  const shares: number[] = [];
  const api = client<Resource<Declared>>(uploading((share) => shares.push(share)));
  const headers = { 'X-File-Name': 'a.txt' };
  const result = api.post('/api/things', { bytes: FILE, headers, ...(signal && { signal }) });
  const failure = result.then(
    () => undefined,
    (error: unknown) => error,
  );
  return { shares, result, failure, request: FakeRequest.last };
}

test('an upload sends the file, reports its progress, and returns what the endpoint answered', async () => {
  const { shares, result, request } = start();
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  request.upload.onprogress?.({ loaded: 0, total: 0 });
  request.answer(200, { name: 'this' });
  expect(await result).toEqual({ name: 'this' });
  expect(shares).toEqual([0.25, 0]);
  expect([request.method, request.path, request.sent]).toEqual(['POST', '/api/things', FILE]);
  expect(Object.fromEntries(request.requestHeaders)).toEqual({
    'content-type': 'application/octet-stream',
    'x-file-name': 'a.txt',
  });
});

test('doesn’t read what a server of another build answered to an upload', async () => {
  const { failure, request } = start();
  request.answer(200, { name: 'this' }, { 'X-Build': 'another' });
  const text = refusalText(await failure, '');
  expect(text).toBe('Brandwright was updated. Reload the page to continue.');
});

test('a refused upload has the server’s sentence, and how long to wait', async () => {
  const { failure, request } = start();
  request.answer(429, { error: 'Slow down.' }, { 'Retry-After': '7' });
  expect(await failure).toMatchObject({ status: 429, reason: 'Slow down.', wait: 7 });
  expect(await failure).toBeInstanceOf(UploadRefused);
});

test('an upload after the end of the session starts the way to sign-in', async () => {
  const noted = vi.fn();
  const stop = onSignedOut(noted);
  const { failure, request } = start();
  request.answer(401, { error: 'Sign in.' });
  expect(await failure).toBeInstanceOf(SignedOut);
  expect(noted).toHaveBeenCalledOnce();
  stop();
});

test('an upload that a proxy answers, that is cut, or that is canceled rejects', async () => {
  const answered = start();
  answered.request.answer(200, 'welcome', { 'Content-Type': 'text/html' });
  expect(await answered.failure).toBeInstanceOf(SyntaxError);
  const cut = start();
  cut.request.onerror?.();
  expect(await cut.failure).toBeInstanceOf(TypeError);
  const controller = new AbortController();
  const canceled = start(controller.signal);
  controller.abort();
  expect(await canceled.failure).toMatchObject({ name: 'AbortError' });
});
