import { expect, test } from 'vitest';

import { readModelList } from './model-list';

test.each([
  ['OpenAI', { object: 'list', data: [{ id: 'gpt-b' }, { id: 'gpt-a' }] }, ['gpt-a', 'gpt-b']],
  [
    'Ollama',
    { models: [{ name: 'llama3.2:latest', model: 'llama3.2:latest' }] },
    ['llama3.2:latest'],
  ],
  ['a bare list', [{ id: 'vendor/one' }, 'two'], ['two', 'vendor/one']],
])('the models of %s are read in order of their names', (_provider, answer, ids) => {
  expect(readModelList(answer).map(({ id }) => id)).toEqual(ids);
});

test('a provider may say which models read images', () => {
  const architecture = { input_modalities: ['text', 'image'] };
  expect(
    readModelList({
      data: [
        { id: 'a', architecture },
        { id: 'b', architecture: { input_modalities: [] } },
        { id: 'c' },
      ],
    }),
  ).toEqual([{ id: 'a', vision: true }, { id: 'b', vision: false }, { id: 'c' }]);
});

test('a provider may say which models take how hard to think, and which use tools', () => {
  const data = [
    { id: 'a', supported_parameters: ['tools', 'reasoning'] },
    { id: 'b', supported_parameters: ['seed'] },
    { id: 'c' },
  ];
  for (const what of ['effort', 'tools'] as const) {
    expect(readModelList({ data }).map((model) => model[what])).toEqual([true, false, undefined]);
  }
});

test('a provider may say how much a model reads', () => {
  const contexts = [128_000, 12, 1.5, '128000', null, 1e12];
  const data = contexts.map((context_length, at) => ({ id: `model-${at}`, context_length }));
  expect(readModelList({ data }).map(({ context }) => context)).toEqual([
    128_000,
    ...Array.from({ length: 5 }, () => undefined),
  ]);
});

test('what is no name of a model is left out, and each name comes once', () => {
  const data = [null, 5, {}, { id: '' }, { id: 'a\nb' }, { id: 'x'.repeat(201) }, 'ok', 'ok'];
  expect(readModelList({ data })).toEqual([{ id: 'ok' }]);
  for (const other of [null, 'text', 5, {}, { data: 'none' }]) {
    expect(readModelList(other)).toEqual([]);
  }
  const many = Array.from({ length: 5_000 }, (_, index) => ({ id: `model-${index}` }));
  expect(readModelList({ data: many })).toHaveLength(3_000);
});
