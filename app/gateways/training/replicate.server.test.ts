import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type * as Replicate from './replicate.server';

/** The JSON with which the provider answers each path. */
let answers: Record<string, unknown>;
let deleted: string[];

const server: Server = createServer((request, response) => {
  const path = (request.url ?? '').replace(/^\/v1/, '');
  if (request.method === 'DELETE') deleted.push(path);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answers[path] ?? null));
});

let training: typeof Replicate;
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  process.env.REPLICATE_API_TOKEN = 'r8_test';
  process.env.REPLICATE_BASE_URL = url;
  training = await import('./replicate.server');
});
afterAll(() => server.close());

const signal = new AbortController().signal;
const DATASET = 'https://files.example/dataset.zip';
const other = { id: 'other', input: { input_images: 'https://files.example/other.zip' } };
const ours = { id: 'ours', input: { input_images: DATASET } };

describe('looking for a training by its dataset', () => {
  test('finds it on a later page', async () => {
    answers = {
      '/trainings': { results: [other, { id: 'without-input' }], next: `${url}/trainings?page=2` },
      '/trainings?page=2': { results: [ours], next: null },
    };
    expect(await training.findTraining(DATASET, signal)).toBe('ours');
  });

  test('finds nothing in an empty list', async () => {
    answers = { '/trainings': { results: [], next: null } };
    expect(await training.findTraining(DATASET, signal)).toBeNull();
  });

  test.each([
    [null],
    [[]],
    ['a page'],
    [{ results: { 0: ours } }],
    [{ results: [{ id: 7, input: ours.input }] }],
    [{ results: [{ input: ours.input }] }],
    [{ results: [null] }],
    [{ results: [], next: 7 }],
    [{ results: [], next: 'page two' }],
  ])('refuses the malformed list %j', async (list) => {
    answers = { '/trainings': list };
    await expect(training.findTraining(DATASET, signal)).rejects.toMatchObject({
      code: 'invalid-response',
    });
  });
});

describe('deleting a private model', () => {
  test('deletes its versions first', async () => {
    deleted = [];
    answers = { '/models/owner/lora/versions': { results: [{ id: 'v1' }, { id: 'v2' }] } };
    await training.deleteModel('owner/lora', signal);
    expect(deleted).toEqual([
      '/models/owner/lora/versions/v1',
      '/models/owner/lora/versions/v2',
      '/models/owner/lora',
    ]);
  });

  test.each([[null], ['a page'], [{ results: 'v1' }], [{ results: [{ id: 7 }] }]])(
    'deletes nothing if the list of versions is the malformed %j',
    async (list) => {
      deleted = [];
      answers = { '/models/owner/lora/versions': list };
      const deletion = training.deleteModel('owner/lora', signal);
      await expect(deletion).rejects.toMatchObject({ code: 'invalid-response' });
      expect(deleted).toEqual([]);
    },
  );
});

test.each([[{}], [{ username: null }], [{ username: '../other' }]])(
  'the account %j gives no name for private models',
  async (account) => {
    answers = { '/account': account };
    await expect(training.modelFor('lora', signal)).rejects.toMatchObject({
      code: 'invalid-response',
    });
  },
);

describe('what isn’t a training, a model, or a file', () => {
  const invalid = { code: 'invalid-response' };
  const request = {
    destination: 'owner/lora',
    dataset: DATASET,
    triggerWord: 'x',
    steps: 10,
    rank: 16,
    describes: false,
  };

  test.each([[null], ['a page'], [{ id: 't' }], [{ status: 7 }]])(
    'the training %j can’t be read',
    async (answer) => {
      answers = { '/trainings/t': answer };
      await expect(training.readTraining('t', 10, signal)).rejects.toMatchObject(invalid);
    },
  );

  test.each([[null], [{ latest_version: 'v1' }]])(
    'the model %j names no version',
    async (answer) => {
      answers = { '/models/owner/trainer': answer };
      const started = training.startTraining('owner/trainer', request, signal);
      await expect(started).rejects.toMatchObject(invalid);
    },
  );

  test('a started training without an id can’t be followed', async () => {
    answers = { '/models/owner/trainer': { latest_version: { id: 'v1' } } };
    const started = training.startTraining('owner/trainer', request, signal);
    await expect(started).rejects.toMatchObject(invalid);
  });
});

test('a training is read by the fields that have the expected type', async () => {
  const answer = {
    id: 't',
    status: 'succeeded',
    input: null,
    output: { version: 'owner/lora:v1' },
  };
  answers = { '/trainings/t': { ...answer, metrics: { predict_time: '7' }, logs: 7 } };
  expect(await training.readTraining('t', 10, signal)).toMatchObject({
    status: 'succeeded',
    version: 'owner/lora:v1',
    weights: null,
    seconds: null,
    dataset: null,
  });
});
