import { expect, test } from 'vitest';

import { partPage } from './page-text';

test.each([
  ['# Our privacy\n\nText.', { title: 'Our privacy', body: 'Text.' }],
  ['\uFEFF\r\n# Ours #\r\nA\r\nB\r\n', { title: 'Ours', body: 'A\nB' }],
  ['Text.\n\n# Not the first', { title: 'Privacy', body: 'Text.\n\n# Not the first' }],
  ['## Second level', { title: 'Privacy', body: '## Second level' }],
  ['# Only a title', { title: 'Only a title', body: '' }],
  ['', { title: 'Privacy', body: '' }],
])('%j', (source, parts) => {
  expect(partPage(source, 'Privacy')).toEqual(parts);
});
