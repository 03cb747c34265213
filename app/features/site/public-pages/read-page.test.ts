import { expect, test } from 'vitest';

import { splitPage } from './read-page.server';

test.each([
  ['# Our privacy\n\nText.', { title: 'Our privacy', body: 'Text.' }],
  ['\uFEFF\r\n# Ours #\r\nA\r\nB\r\n', { title: 'Ours', body: 'A\nB' }],
  ['Text.\n\n# Not the first', { title: 'Privacy', body: 'Text.\n\n# Not the first' }],
  ['## Second level', { title: 'Privacy', body: '## Second level' }],
  ['# Only a title', { title: 'Only a title', body: '' }],
  ['', { title: 'Privacy', body: '' }],
])('the page %j is split into its title and text', (source, parts) => {
  expect(splitPage(source, 'Privacy')).toEqual(parts);
});
