import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { logContext, withLogContext, withoutLogContext } from './log-context.server';

test('each request keeps its own, however they interleave', async () => {
  const seen = await Promise.all(
    ['a', 'b', 'c'].map((request, at) =>
      withLogContext({ request }, async () => {
        await sleep(3 - at);
        const [inner] = await Promise.all([withLogContext({ job: 'j' }, async () => logContext())]);
        return [logContext(), inner];
      }),
    ),
  );
  expect(seen).toEqual([
    [{ request: 'a' }, { job: 'j' }],
    [{ request: 'b' }, { job: 'j' }],
    [{ request: 'c' }, { job: 'j' }],
  ]);
  expect(logContext()).toEqual({});
});

test('what a request begins but does not own is not marked, and a line cannot change the context', async () => {
  await withLogContext({ request: 'a' }, async () => {
    const later = withoutLogContext(
      () => new Promise((resolve) => setTimeout(() => resolve(logContext()), 1)),
    );
    expect(await later).toEqual({});
    logContext().request = 'changed by the log';
    expect(logContext()).toEqual({ request: 'a' });
  });
});
