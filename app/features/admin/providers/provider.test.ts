import { expect, test } from 'vitest';

import { isSameServer, PRESETS, presetOf, sortModels } from './provider';

test.each([
  ['https://api.openai.com/v1', 'openai'],
  ['https://openrouter.ai/api/v1/', 'openrouter'],
  ['http://localhost:11434/v1', 'ollama'],
  ['http://localhost:1234/v1', 'other'],
  ['', 'other'],
])('the preset of the address %j is %s', (address, id) => {
  expect(presetOf(PRESETS.chat, address).id).toBe(id);
});

test('a saved key counts for the same scheme, host, and port only', () => {
  const saved = 'https://ai.example/v1';
  expect(isSameServer(saved, 'https://ai.example/other')).toBe(true);
  for (const other of [
    'http://ai.example/v1',
    'https://ai.example:8443/v1',
    'https://b.example',
    '',
  ]) {
    expect(isSameServer(saved, other), other).toBe(false);
  }
  expect(isSameServer('', '')).toBe(false);
});

test('models of the purpose come first in a list that has all kinds', () => {
  const models = ['dall-e-3', 'gpt-4o', 'gpt-image-2', 'text-embedding-3'].map((id) => ({ id }));
  expect(sortModels('chat', models)[0]).toEqual({ id: 'gpt-4o' });
  expect(sortModels('images', models).map(({ id }) => id)).toEqual([
    'dall-e-3',
    'gpt-image-2',
    'gpt-4o',
    'text-embedding-3',
  ]);
});
