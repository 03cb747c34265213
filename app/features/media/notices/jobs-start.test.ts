import { expect, test } from 'vitest';

import type { JobView } from '../media';
import { hasEndedSince } from './jobs-start';

const start = { seq: 1, at: '2026-01-01T00:00:01.000Z', goingOn: ['slow'] };
const job = (id: string, state: JobView['state'], finishedAt: string | null = null) =>
  ({ id, state, finishedAt }) as JobView;

test.each<[string, JobView, boolean]>([
  ['one that ended before it', job('a', 'succeeded', '2026-01-01T00:00:00.999Z'), false],
  ['one that ended after it', job('a', 'failed', '2026-01-01T00:00:01.000Z'), true],
  [
    'one whose end was being stored right then',
    job('slow', 'succeeded', '2026-01-01T00:00:00.999Z'),
    true,
  ],
  ['one that goes on', job('slow', 'running'), false],
])('since the page was rendered: %s', (_name, one, since) => {
  expect(hasEndedSince(one, start)).toBe(since);
});
