import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { pack } from 'tar-stream';

import { breakOff, sendFlood, sendRubbish } from './images.ts';

// Speaks Replicate's protocol for trainings, below /replicate: private models, files, trainings, and their results.

/** The linked archive of weights. */
export type TrainingResult =
  | 'good'
  | 'gzipped'
  | 'gone'
  /** The training succeeds without a link. */
  | 'nothing'
  | 'page'
  | 'leads-out'
  | 'no-weights'
  /** A file with the name .safetensors that isn't one. */
  | 'lies'
  /** Its header names more bytes than it has. */
  | 'short';

export interface TrainingBehavior {
  /** An HTTP status instead of a training. */
  status?: number;
  retryAfter?: number;
  /** The connection breaks `before` or `after` the training is created. */
  cut?: 'before' | 'after';
  /** The answer instead of a training, which wasn't started, or was nevertheless. */
  answer?: 'page' | 'nothing' | 'flood' | 'page-though-started' | 'nothing-though-started';
  /** It runs until `release` is called with this. */
  hold?: string;
  fails?: string;
  result?: TrainingResult;
  /** The linked weights wait until `release` is called with this. */
  holdWeights?: string;
  /** How often the connection breaks in the middle of the weights. */
  cutWeights?: number;
  /** The seconds that are billed. */
  seconds?: number;
}

interface FakeTraining {
  id: string;
  input: Record<string, unknown>;
  /** The address for the webhook about its end. */
  webhook: string | null;
  destination: string;
  trainer: string;
  behavior: TrainingBehavior;
  cancelled: boolean;
}

export interface FakeTrainings {
  /** Answers its own requests; false for all others. */
  handle(request: IncomingMessage, response: ServerResponse, url: string): Promise<boolean>;
  trainings: FakeTraining[];
  /** By `owner/name`. */
  models: Map<string, { visibility: string; versions: string[] }>;
  /** The archives that were uploaded and not removed, with the form around them. */
  files: Map<string, Buffer>;
  behave(behavior: TrainingBehavior): void;
  script(...behaviors: TrainingBehavior[]): void;
  /** Refuses this many deletions of models, as Replicate does while their versions are being deleted. */
  refuseDeletions(times: number): void;
  release(hold: string): void;
  /** How often weights were requested. */
  fetched: number;
  /** The request of the webhook about a training's end, signed like Replicate's. */
  webhookOf(id: string, how?: { secret?: string; sentAt?: Date; body?: string }): Request;
  /** How often the secret was read. */
  secretReads: number;
  /** From now on, webhooks are signed with another secret, which is then also the one to be read. */
  replaceSecret(): void;
  reset(): void;
}

export const TRAINER = 'trained/on-replicate';
const TRAINER_VERSION = 'v1'.padEnd(64, '0');

/** A collection as Replicate has it: each model describes its inputs. */
const VIDEOS = {
  slug: 'text-to-video',
  models: [
    {
      owner: 'maker',
      name: 'clip',
      latest_version: {
        openapi_schema: {
          components: {
            schemas: {
              Input: {
                properties: {
                  prompt: { type: 'string' },
                  duration: { allOf: [{ $ref: '#/components/schemas/duration' }] },
                  start_image: { type: 'string' },
                },
              },
              duration: { enum: [5, 10] },
            },
          },
        },
      },
    },
  ],
};

export function fakeTrainings(): FakeTrainings {
  const trainings: FakeTraining[] = [];
  const models = new Map<string, { visibility: string; versions: string[] }>();
  const files = new Map<string, Buffer>();
  const queue: TrainingBehavior[] = [];
  const released = new Set<string>();
  const waiting = new Set<() => void>();
  let standard: TrainingBehavior = {};
  let refusals = 0;
  let count = 0;
  let secret = newSecret();

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
  ): Promise<boolean> {
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    const [, root, collection = '', ...rest] = path.split('/');
    if (root === 'weights') return done(sendWeights(collection, response));
    if (root !== 'replicate') return false;
    const call = `${request.method} ${collection}`;
    if (call === 'GET webhooks') {
      fake.secretReads += 1;
      return done(sendJson(response, 200, { key: secret }));
    }
    if (call === 'GET account') {
      if (request.headers.authorization?.startsWith('Bearer r8-')) {
        return done(sendJson(response, 200, { username: 'the-operator' }));
      }
      return done(sendJson(response, 401, { title: 'Unauthenticated', status: 401 }));
    }
    if (call === 'GET collections') return done(sendJson(response, 200, VIDEOS));
    if (collection === 'files') return done(await file(request, response, rest[0], url));
    if (collection === 'trainings') return done(training(request, response, rest, url));
    if (collection !== 'models' || rest.includes('predictions')) return false;
    return done(await model(request, response, rest));
  }

  async function file(
    request: IncomingMessage,
    response: ServerResponse,
    id: string | undefined,
    url: string,
  ) {
    if (request.method === 'DELETE') {
      files.delete(id ?? '');
      return sendJson(response, 204);
    }
    const made = `file${(count += 1)}`;
    files.set(made, await buffer(request));
    sendJson(response, 201, { id: made, urls: { get: `${url}/replicate/files/${made}` } });
  }

  async function model(request: IncomingMessage, response: ServerResponse, rest: string[]) {
    const [owner = '', name = '', part, version, verb] = rest;
    if (request.method === 'POST' && owner === '') {
      const body = (await readJson(request)) as Record<string, string>;
      const key = `${body.owner}/${body.name}`;
      if (models.has(key)) return sendJson(response, 409, { detail: 'It exists already.' });
      models.set(key, { visibility: body.visibility ?? '', versions: [] });
      return sendJson(response, 201, { owner: body.owner, name: body.name });
    }
    const key = `${owner}/${name}`;
    if (verb === 'trainings') return create(request, response, key, version ?? '');
    if (key === TRAINER)
      return sendJson(response, 200, { latest_version: { id: TRAINER_VERSION } });
    const known = models.get(key);
    if (!known) return sendJson(response, 404, { detail: 'Not found.' });
    if (request.method === 'GET' && part === 'versions') {
      return sendJson(response, 200, { results: known.versions.map((id) => ({ id })) });
    }
    if (request.method === 'GET') return sendJson(response, 200, { ...known, owner, name });
    if (part === 'versions') {
      known.versions = known.versions.filter((id) => id !== version);
      return sendJson(response, 202);
    }
    if (known.versions.length > 0 || (refusals -= 1) >= 0) {
      return sendJson(response, 400, { detail: 'It has versions.' });
    }
    models.delete(key);
    sendJson(response, 204);
  }

  async function create(
    request: IncomingMessage,
    response: ServerResponse,
    trainer: string,
    version: string,
  ) {
    const body = (await readJson(request)) as {
      destination: string;
      input: Record<string, unknown>;
      webhook?: string;
      webhook_events_filter?: string[];
    };
    const { destination, input } = body;
    const told = body.webhook_events_filter?.includes('completed') ? body.webhook : undefined;
    if (body.webhook !== undefined && !body.webhook.startsWith('https://')) {
      return sendJson(response, 422, { detail: 'webhook: it has to be an https address.' });
    }
    const behavior = queue.shift() ?? standard;
    if (behavior.cut === 'before') return void request.socket.destroy();
    if (behavior.status !== undefined) {
      if (behavior.retryAfter !== undefined) {
        response.setHeader('retry-after', String(behavior.retryAfter));
      }
      const detail = `Error ${behavior.status} for key r8-secret-of-the-operator`;
      return sendJson(response, behavior.status, { detail });
    }
    if (behavior.answer === 'page') return sendRubbish(response);
    if (behavior.answer === 'nothing') return sendJson(response, 201, {});
    if (behavior.answer === 'flood') return sendFlood(response);
    if (!models.has(destination)) return sendJson(response, 404, { detail: 'No such model.' });
    const id = `training${(count += 1)}`;
    trainings.push({
      id,
      input,
      webhook: told ?? null,
      destination,
      trainer: `${trainer}:${version}`,
      behavior,
      cancelled: false,
    });
    if (behavior.cut === 'after') return void request.socket.destroy();
    if (behavior.answer === 'page-though-started') return sendRubbish(response);
    if (behavior.answer === 'nothing-though-started') return sendJson(response, 201, {});
    sendJson(response, 201, { id, status: 'starting', input, logs: '', urls: {} });
  }

  function training(
    request: IncomingMessage,
    response: ServerResponse,
    [id, verb]: string[],
    url: string,
  ) {
    if (id === undefined) {
      const results = [...trainings].reverse().map((one) => stateOf(one, url));
      return sendJson(response, 200, { results, next: null });
    }
    const known = trainings.find((one) => one.id === id);
    if (!known) return sendJson(response, 404, { detail: 'Not found.' });
    if (verb === 'cancel') known.cancelled = true;
    sendJson(response, 200, stateOf(known, url));
  }

  function stateOf(
    { id, input, destination, behavior, cancelled: canceled }: FakeTraining,
    url: string,
  ) {
    const steps = Number(input.steps);
    const state = { id, input, logs: logOf(steps, 0.4), output: null, error: null, urls: {} };
    if (canceled) return { ...state, status: 'canceled' };
    if (behavior.hold !== undefined && !released.has(behavior.hold)) {
      return { ...state, status: 'processing' };
    }
    if (behavior.fails !== undefined) {
      return { ...state, status: 'failed', error: behavior.fails };
    }
    const version = `version${id}`;
    const model = models.get(destination);
    if (model && !model.versions.includes(version)) model.versions.push(version);
    const output =
      behavior.result === 'nothing'
        ? null
        : { version: `${destination}:${version}`, weights: `${url}/weights/${id}` };
    const metrics = { predict_time: behavior.seconds ?? 900 };
    return { ...state, logs: logOf(steps, 1), status: 'succeeded', output, metrics };
  }

  async function sendWeights(id: string, response: ServerResponse): Promise<void> {
    const known = trainings.find((one) => one.id === id);
    const hold = known?.behavior.holdWeights;
    fake.fetched += 1;
    while (hold !== undefined && !released.has(hold)) {
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
    const bytes = known && (await archiveOf(known.behavior.result ?? 'good'));
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'application/x-tar' });
    if (bytes && fake.fetched <= (known.behavior.cutWeights ?? 0)) return breakOff(response, bytes);
    response.end(bytes ?? undefined);
  }

  const fake: FakeTrainings = {
    handle,
    trainings,
    models,
    files,
    behave: (behavior) => (standard = behavior),
    script: (...behaviors) => queue.push(...behaviors),
    refuseDeletions: (times) => (refusals = times),
    release(hold) {
      released.add(hold);
      for (const proceed of waiting) proceed();
      waiting.clear();
    },
    fetched: 0,
    webhookOf(id, { secret: by = secret, sentAt = new Date(), body } = {}) {
      const known = trainings.find((one) => one.id === id);
      const text = body ?? JSON.stringify({ id, status: 'succeeded', logs: known?.input });
      return signed(
        known?.webhook ?? 'https://unknown.example/api/replicate/webhook',
        text,
        by,
        sentAt,
      );
    },
    secretReads: 0,
    replaceSecret: () => void (secret = newSecret()),
    reset() {
      standard = {};
      queue.length = 0;
      trainings.length = 0;
      models.clear();
      files.clear();
      released.clear();
      refusals = 0;
      fake.fetched = 0;
    },
  };
  return fake;
}

function newSecret(): string {
  return `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
}

function signed(url: string, body: string, secret: string, sentAt: Date): Request {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const value = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${value}`,
  };
  return new Request(url, { method: 'POST', headers, body });
}

async function done(work: Promise<void> | void): Promise<true> {
  await work;
  return true;
}

/** A log like that of real trainers: progress bars that are redrawn in place, among other lines. */
function logOf(steps: number, part: number): string {
  const step = Math.round(steps * part);
  const bar = (at: number) =>
    `flux_train_replicate: ${Math.round((at / steps) * 100)}%|████      | ${at}/${steps} [01:07<02:31, 3.96it/s]`;
  return `Downloading weights: 100%|██████████| 24/24 [00:04<00:00]\nloading https://files.example/secret?key=1\n${bar(0)}\r${bar(step)}`;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  return JSON.parse((await buffer(request)).toString());
}

function sendJson(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** A LoRA of one tensor. */
export function smallWeights({ declared = 16 } = {}): Buffer {
  const header = Buffer.from(
    JSON.stringify({
      __metadata__: { format: 'pt' },
      'lora.down': { dtype: 'F32', shape: [2, 2], data_offsets: [0, declared] },
    }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.alloc(16, 7)]);
}

export async function tarOf(entries: Record<string, Buffer | string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  return buffer(tar);
}

async function archiveOf(result: TrainingResult): Promise<Buffer | null> {
  const root = 'output/flux_train_replicate';
  const others = {
    [`${root}/config.yaml`]: 'steps: 1000',
    [`${root}/captions/001.txt`]: 'a loaf',
    [`${root}/lora_000000500.safetensors`]: Buffer.from('of a step on the way'),
  };
  const good = () => tarOf({ ...others, [`${root}/lora.safetensors`]: smallWeights() });
  switch (result) {
    case 'good':
      return good();
    case 'gzipped':
      return gzipSync(await good());
    case 'gone':
    case 'nothing':
      return null;
    case 'page':
      return Buffer.from('<!doctype html><title>Please sign in</title>'.repeat(30));
    case 'leads-out':
      return tarOf({ '../../etc/lora.safetensors': smallWeights() });
    case 'no-weights':
      return tarOf({ [`${root}/config.yaml`]: 'steps: 1000' });
    case 'lies':
      return tarOf({ [`${root}/lora.safetensors`]: 'MZ this is a program'.repeat(20) });
    case 'short':
      return tarOf({ [`${root}/lora.safetensors`]: smallWeights({ declared: 1_600 }) });
  }
}
