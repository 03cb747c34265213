import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { logContext, withLogContext, withoutLogContext } from './log-context.server';

test('concurrent requests keep their own log context', async () => {
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

test("background work outside a request has no context, and logging a line doesn't change the context", async () => {
  await withLogContext({ request: 'a' }, async () => {
    const later = withoutLogContext(
      () => new Promise((resolve) => setTimeout(() => resolve(logContext()), 1)),
    );
    expect(await later).toEqual({});
    logContext().request = 'changed by the log';
    expect(logContext()).toEqual({ request: 'a' });
  });
});
