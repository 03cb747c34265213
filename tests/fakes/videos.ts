import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { breakOff, sendFlood, sendRubbish } from './images.ts';

// Speaks Replicate's protocol for videos, below /replicate: predictions of models whose names begin with `video/`. The
// videos are real, and browsers play them. It can be mounted in another fake's server.

/** The output. `liar` has a false type. */
export type VideoOutput =
  'mp4' | 'fragmented' | 'webm' | 'html' | 'liar' | 'half' | 'empty' | 'huge';

export interface VideoBehavior {
  /** An HTTP status instead of a prediction. */
  status?: number;
  retryAfter?: number;
  /** The prediction runs until `release` is called with this. */
  hold?: string;
  /** Its log while it runs. */
  logs?: string;
  output?: VideoOutput;
  link?: 'gone';
  /** The prediction fails with this error. */
  fails?: string;
  /** The connection breaks before the answer, after the prediction was created. */
  cut?: boolean;
  /** The answer instead of a prediction. */
  answer?: 'page' | 'nothing' | 'flood';
  /** How often the connection breaks in the middle of the output. */
  cutOutputs?: number;
}

export interface SeenVideoRequest {
  authorization: string | null;
  input: Record<string, unknown>;
}

export interface FakeVideos {
  /** Only requests for videos. */
  requests: SeenVideoRequest[];
  /** Bytes of uploaded files. */
  uploads: Buffer[];
  /** Ids of canceled predictions. */
  cancelled: string[];
  /** How often an output was fetched. */
  fetched: number;
  behave(behavior: VideoBehavior): void;
  script(...behaviors: VideoBehavior[]): void;
  release(hold: string): void;
  reset(): void;
  /** True when it answers the request. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

const FIXTURES = join(import.meta.dirname, '../fixtures/videos');
const OWN = /^\/replicate\/(?:models\/video\/|predictions\/video|account$|files|video-outputs\/)/;

/** `base` is the address of the server that it is mounted in. */
export function fakeVideos(base: () => string): FakeVideos {
  const predictions = new Map<string, VideoBehavior>();
  const released = new Set<string>();
  const queue: VideoBehavior[] = [];
  let standard: VideoBehavior = {};
  let count = 0;

  const videos: FakeVideos = {
    requests: [],
    uploads: [],
    cancelled: [],
    fetched: 0,
    behave: (behavior) => (standard = behavior),
    script: (...behaviors) => queue.push(...behaviors),
    release: (hold) => released.add(hold),
    reset() {
      standard = {};
      queue.length = 0;
      videos.requests.length = 0;
      videos.uploads.length = 0;
      videos.cancelled.length = 0;
      videos.fetched = 0;
      released.clear();
    },
    handle(request, response) {
      const path = new URL(request.url ?? '/', 'http://fake').pathname;
      if (!OWN.test(path)) return false;
      answer(path, request, response).catch((error: unknown) => {
        // A fault of the fake must be visible in the test that uses it.
        console.error('fake videos:', error);
        response.destroy();
      });
      return true;
    },
  };

  async function answer(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (path.startsWith('/replicate/video-outputs/')) return sendOutput(path, response);
    if (path.startsWith('/replicate/predictions/')) return tell(path, response);
    if (path === '/replicate/account') return sendJson(response, 200, { username: 'the-operator' });
    const body = await readBody(request);
    if (path === '/replicate/files') {
      videos.uploads.push(body);
      const get = `${base()}/replicate/files/${videos.uploads.length}`;
      return sendJson(response, 201, { id: 'file', urls: { get } });
    }
    videos.requests.push({
      authorization: request.headers.authorization ?? null,
      input: (JSON.parse(body.toString()) as { input: Record<string, unknown> }).input,
    });
    const behavior = queue.shift() ?? standard;
    if (behavior.status) return refuse(response, behavior);
    if (behavior.answer === 'page') return sendRubbish(response);
    if (behavior.answer === 'nothing') return sendJson(response, 201, {});
    if (behavior.answer === 'flood') return sendFlood(response);
    const id = `video${(count += 1)}`;
    predictions.set(id, behavior);
    if (behavior.cut) return void request.socket.destroy();
    sendJson(response, 201, { id, status: 'starting', output: null, error: null, logs: '' });
  }

  function tell(path: string, response: ServerResponse): void {
    const [, , , id = '', verb] = path.split('/');
    const behavior = predictions.get(id);
    if (!behavior) return sendJson(response, 404, { detail: 'Not found.' });
    if (verb === 'cancel') videos.cancelled.push(id);
    const { hold, fails, logs = '' } = behavior;
    const state = { id, output: null as unknown, error: null as string | null, logs };
    const send = (status: string, more = {}) =>
      sendJson(response, 200, { ...state, status, ...more });
    if (videos.cancelled.includes(id)) return send('canceled');
    if (hold && !released.has(hold)) return send('processing');
    if (fails) return send('failed', { error: fails });
    send('succeeded', { output: `${base()}/replicate/video-outputs/${id}` });
  }

  function sendOutput(path: string, response: ServerResponse): void {
    videos.fetched += 1;
    const behavior = predictions.get(path.split('/').at(-1) ?? '');
    if (!behavior || behavior.link === 'gone') return void response.writeHead(404).end();
    const { output = 'mp4' } = behavior;
    if (output === 'huge') {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 600_000_000 });
      return void response.write(Buffer.alloc(1_000));
    }
    response.writeHead(200, { 'content-type': 'video/mp4' });
    if (videos.fetched <= (behavior.cutOutputs ?? 0)) return breakOff(response, videoOf(output));
    response.end(videoOf(output));
  }

  return videos;
}

export interface FakeVideoServer extends FakeVideos {
  /** Without a path. */
  url: string;
  close(): Promise<void>;
}

/** A server of its own. */
export async function startFakeVideos(): Promise<FakeVideoServer> {
  let url = '';
  const videos = fakeVideos(() => url);
  const server = http.createServer((request, response) => {
    if (!videos.handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // A test that forgets to close it can still end.
  server.unref();
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(videos, {
    url,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function videoOf(output: Exclude<VideoOutput, 'huge'>): Buffer {
  const file = (name: string) => readFileSync(join(FIXTURES, name));
  switch (output) {
    case 'mp4':
      return file('vp9.mp4');
    case 'fragmented':
      return file('fragmented.mp4');
    case 'webm':
      return file('vp8.webm');
    case 'half':
      return file('vp9.mp4').subarray(0, 2_500);
    case 'html':
      return Buffer.from('<!doctype html><title>Not a video</title>');
    case 'liar':
      return Buffer.concat([file('vp9.mp4').subarray(0, 32), Buffer.from('<script>alert(1)')]);
    case 'empty':
      return Buffer.alloc(0);
  }
}

function refuse(response: ServerResponse, { status = 500, retryAfter }: VideoBehavior): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  // Like real services, it quotes the key, which must never reach a person or a log.
  sendJson(response, status, { detail: `Error ${status} for r8-secret-of-the-operator` });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
