import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';

// Speaks the protocols of image services: OpenAI's images API below /v1, OpenRouter's below /router, Replicate's below
// /replicate. The images are real.

/** The output. `lies` has a false type, and `endless` never ends. */
export type Output =
  'png' | 'jpeg' | 'svg' | 'html' | 'lies' | 'half' | 'empty' | 'huge' | 'bomb' | 'endless';

export interface ImageBehavior {
  /** An HTTP status instead of an image. */
  status?: number;
  code?: string;
  /** Part of that refusal's message. */
  because?: string;
  retryAfter?: number;
  /** The answer waits until `release` is called with this. */
  hold?: string;
  output?: Output;
  /** The output is a link instead of part of the answer. */
  link?: 'good' | 'gone';
  /** The linked output waits until `release` is called with this. */
  holdOutput?: string;
  revisedPrompt?: string;
  /** The connection breaks before an answer. */
  cut?: boolean;
  /** The connection breaks in the middle of the linked output. */
  cutOutput?: boolean;
  rubbish?: boolean;
  /** An answer that never ends. */
  flood?: boolean;
  /** No answer at all, with the connection open. */
  hangs?: boolean;
  /** Replicate's prediction fails with this error. */
  fails?: string;
}

export interface SeenImageRequest {
  path: string;
  authorization: string | null;
  idempotencyKey: string | null;
  /** JSON, or the text of a form. */
  body: string;
  abandoned: boolean;
}

export interface FakeImages {
  /** Without a path. */
  url: string;
  /** Only requests for images. */
  requests: SeenImageRequest[];
  /** Paths of requested outputs. */
  fetched: string[];
  /** Requests that only read, such as `GET /v1/models`, with their authorization. */
  looks: [string, string | null][];
  /** Ids of canceled predictions. */
  cancelled: string[];
  /** For all requests from now on that aren't scripted. */
  behave(behavior: ImageBehavior): void;
  script(...behaviors: ImageBehavior[]): void;
  release(hold: string): void;
  reset(): void;
  close(): Promise<void>;
}

/** Another part of Replicate's protocol, in a file of its own. */
export interface Mounted {
  /** Answers its own requests; false for all others. */
  handle(request: IncomingMessage, response: ServerResponse, url: string): Promise<boolean>;
}

export async function startFakeImages({
  port = 0,
  mounted = [] as Mounted[],
} = {}): Promise<FakeImages> {
  const requests: SeenImageRequest[] = [];
  const fetched: string[] = [];
  const looks: FakeImages['looks'] = [];
  const canceled: string[] = [];
  const queue: ImageBehavior[] = [];
  const outputs = new Map<string, { bytes: Buffer; hold?: string; isCut: boolean }>();
  const predictions = new Map<string, { behavior: ImageBehavior; created: string }>();
  const released = new Set<string>();
  const waiting = new Map<string, (() => void)[]>();
  let standard: ImageBehavior = {};
  let count = 0;
  let url = '';

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A fault of the fake must be visible in the test that uses it.
      console.error('fake images:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const other of mounted) if (await other.handle(request, response, url)) return;
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    if (request.method === 'GET' && path.startsWith('/outputs/')) return sendOutput(path, response);
    if (path.startsWith('/replicate/predictions/')) return predictionCall(path, response);
    if (request.method === 'GET' && path.endsWith('/models')) return look(path, request, response);
    const body = await readBody(request);
    const seen: SeenImageRequest = {
      path,
      authorization: request.headers.authorization ?? null,
      idempotencyKey: request.headers['idempotency-key']?.toString() ?? null,
      body,
      abandoned: false,
    };
    requests.push(seen);
    response.on('close', () => (seen.abandoned = !response.writableFinished));
    const behavior = queue.shift() ?? standard;
    if (behavior.cut) return void request.socket.destroy();
    if (behavior.status) return refuse(response, behavior);
    if (behavior.hangs) return;
    if (behavior.flood) return sendFlood(response);
    if (behavior.rubbish && path.startsWith('/replicate/')) return sendRubbish(response);
    if (path.startsWith('/replicate/')) return predict(behavior, response);
    if (behavior.hold) await untilReleased(behavior.hold);
    if (behavior.rubbish) return sendRubbish(response);
    const bytes = await outputOf(behavior.output ?? 'png', body);
    const entry = behavior.link
      ? { url: keep(bytes, behavior) }
      : { b64_json: bytes.toString('base64') };
    const revised = behavior.revisedPrompt && { revised_prompt: behavior.revisedPrompt };
    sendJson(response, 200, { created: 1_760_000_000, data: [{ ...entry, ...revised }] });
  }

  async function look(path: string, request: IncomingMessage, response: ServerResponse) {
    looks.push([`GET ${path}`, request.headers.authorization ?? null]);
    const behavior = queue.shift() ?? standard;
    if (behavior.cut) return void request.socket.destroy();
    if (behavior.status) return refuse(response, behavior);
    if (behavior.hold) await untilReleased(behavior.hold);
    if (behavior.rubbish) return sendRubbish(response);
    sendJson(response, 200, { object: 'list', data: [{ id: 'gpt-image-2', object: 'model' }] });
  }

  function keep(bytes: Buffer, { link, holdOutput, cutOutput }: ImageBehavior): string {
    const id = String((count += 1));
    if (link !== 'gone') outputs.set(id, { bytes, hold: holdOutput, isCut: cutOutput === true });
    return `${url}/outputs/${id}`;
  }

  async function sendOutput(path: string, response: ServerResponse): Promise<void> {
    fetched.push(path);
    const output = outputs.get(path.split('/')[2] ?? '');
    if (output?.hold) await untilReleased(output.hold);
    response.writeHead(output ? 200 : 404, { 'content-type': 'image/png' });
    if (output?.isCut) return breakOff(response, output.bytes);
    response.end(output?.bytes);
  }

  function predict(behavior: ImageBehavior, response: ServerResponse): void {
    const id = `prediction${(count += 1)}`;
    predictions.set(id, { behavior, created: new Date().toISOString() });
    sendJson(response, 201, { id, status: 'starting', output: null, error: null });
  }

  async function predictionCall(path: string, response: ServerResponse): Promise<void> {
    const [, , , id = '', verb] = path.split('/');
    const known = predictions.get(id);
    if (!known) return sendJson(response, 404, { detail: 'Not found.' });
    if (verb === 'cancel') canceled.push(id);
    const { behavior } = known;
    const state = { id, output: null as unknown, error: null as string | null };
    if (canceled.includes(id)) return sendJson(response, 200, { ...state, status: 'canceled' });
    if (behavior.hold && !released.has(behavior.hold)) {
      return sendJson(response, 200, { ...state, status: 'processing' });
    }
    if (behavior.fails) {
      return sendJson(response, 200, { ...state, status: 'failed', error: behavior.fails });
    }
    const bytes = await outputOf(behavior.output ?? 'png', id);
    const output = [keep(bytes, behavior)];
    sendJson(response, 200, { ...state, status: 'succeeded', output });
  }

  function untilReleased(hold: string): Promise<void> {
    if (released.has(hold)) return Promise.resolve();
    return new Promise((resolve) => waiting.set(hold, [...(waiting.get(hold) ?? []), resolve]));
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    fetched,
    looks,
    cancelled: canceled,
    behave: (behavior) => (standard = behavior),
    script: (...behaviors) => queue.push(...behaviors),
    release(hold) {
      released.add(hold);
      for (const resume of waiting.get(hold) ?? []) resume();
      waiting.delete(hold);
    },
    reset() {
      standard = {};
      queue.length = 0;
      requests.length = 0;
      fetched.length = 0;
      looks.length = 0;
      canceled.length = 0;
      released.clear();
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function refuse(
  response: ServerResponse,
  { status = 500, code, retryAfter, because }: ImageBehavior,
): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  // Like real services, it quotes the key, which must never reach a person or a log.
  const message = `Error ${status} for key sk-secret-of-the-operator${because ? `: ${because}` : ''}`;
  sendJson(response, status, { error: { message, type: 'fake_error', code: code ?? null } });
}

/** Sends half of the bytes, and then breaks the connection. */
export function breakOff(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

/** Sends JSON that never ends. */
export function sendFlood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":"');
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

export function sendRubbish(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<title>Log in to the hotel Wi-Fi');
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('latin1');
}

async function outputOf(output: Output, seed: string): Promise<Buffer> {
  const plain = () =>
    sharp({
      create: {
        width: 512,
        height: 512,
        channels: 3,
        background: { r: seed.length % 256, g: 140, b: 90 },
      },
    }).withExif({ IFD0: { Artist: 'A provider' } });
  switch (output) {
    case 'png':
      return plain().png().toBuffer();
    case 'jpeg':
      return plain().jpeg().toBuffer();
    case 'svg':
      return Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
      );
    case 'html':
      return Buffer.from('<!doctype html><title>Not a picture</title>');
    case 'lies':
      return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<svg/>')]);
    case 'half': {
      const whole = await plain().jpeg().toBuffer();
      return whole.subarray(0, whole.length / 2);
    }
    case 'empty':
      return Buffer.alloc(0);
    case 'huge':
      return emptyPng(20_000, 10_000);
    case 'bomb':
      return emptyPng(100_000, 100_000);
    case 'endless':
      return Buffer.alloc(45 * 1024 * 1024, 7);
  }
}

/** A PNG of that size in few bytes: it has only one row. */
export function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = deflateSync(Buffer.alloc(width * 3 + 1));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', row),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
