import { expect, test } from 'vitest';

import { modelName, modelNames } from './model-names';

test.each([
  ['openai/gpt-4o-mini', 'GPT-4o Mini'],
  ['gpt-4.1', 'GPT-4.1'],
  ['anthropic/claude-3.5-sonnet', 'Claude 3.5 Sonnet'],
  ['mistralai/mixtral-8x7b-instruct', 'Mixtral 8x7b Instruct'],
  ['deepseek/deepseek-chat:free', 'Deepseek Chat (free)'],
  ['llama3.2:latest', 'Llama3.2'],
  ['o1', 'o1'],
  ['', ''],
  ['/', '/'],
])('%s is %s', (id, name) => {
  expect(modelName(id)).toBe(name);
});

test('model names that would be the same are replaced by their ids', () => {
  expect(modelNames(['a/gpt-4o', 'b/gpt-4o', 'b/o1'])).toEqual(['a/gpt-4o', 'b/gpt-4o', 'o1']);
});
