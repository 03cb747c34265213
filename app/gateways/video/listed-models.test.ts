import { expect, test } from 'vitest';

import { readVideoModels } from './listed-models';

function model(name: string, properties: object, schemas: object = {}) {
  const components = { schemas: { Input: { properties }, ...schemas } };
  return { owner: 'maker', name, latest_version: { openapi_schema: { components } } };
}

test('what a video model takes is read from its description of its inputs', () => {
  const models = [
    model('plain', { prompt: {} }),
    model(
      'clever',
      {
        duration: { allOf: [{ $ref: '#/components/schemas/duration' }] },
        aspect_ratio: { enum: ['16:9', '21:9'] },
        start_image: {},
        seed: {},
      },
      { duration: { enum: [5, 10] } },
    ),
    model('long', { seconds: { type: 'integer', default: 8 } }),
  ];
  expect(readVideoModels({ models })).toEqual([
    {
      id: 'maker/clever',
      seconds: [5, 10],
      secondsInput: 'duration',
      aspects: ['16:9'],
      aspectInput: 'aspect_ratio',
      seed: true,
      firstFrame: true,
      firstFrameInput: 'start_image',
    },
    expect.objectContaining({ id: 'maker/long', seconds: [8], secondsInput: 'seconds' }),
    {
      id: 'maker/plain',
      seconds: [5],
      secondsInput: 'duration',
      aspects: ['16:9', '9:16', '1:1'],
      aspectInput: 'aspect_ratio',
      seed: false,
      firstFrame: false,
      firstFrameInput: 'image',
    },
  ]);
});

test('what is no model of a collection is left out', () => {
  for (const answer of [null, [], {}, { models: 'none' }, { models: [null, { owner: 'a' }] }]) {
    expect(readVideoModels(answer)).toEqual([]);
  }
  const strange = { owner: '../a', name: 'b' };
  const odd = model('odd', { duration: { enum: [0, 'five', 1.5, 900] } });
  expect(readVideoModels({ models: [strange, odd] })).toMatchObject([
    { id: 'maker/odd', seconds: [5] },
  ]);
});
