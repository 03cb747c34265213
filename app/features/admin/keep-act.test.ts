import { expect, test } from 'vitest';

import { reloadIfAnswered } from '~/features/accounts';

import { keepAct } from './keep-act';

type Act = Parameters<ReturnType<typeof keepAct>>[0];

const acting = (answer: () => Promise<unknown>) =>
  keepAct('id')({ serverAction: answer } as unknown as Act);

const reloadsAfter = (actionResult: unknown) =>
  reloadIfAnswered({ actionResult, defaultShouldRevalidate: true } as never);

test.each([
  ['the server can’t be reached', new TypeError('Failed to fetch'), /Check your connection/],
  [
    'the server was updated',
    new Response('It was updated.', { status: 409 }),
    /^It was updated\.$/,
  ],
])('if %s, an admin reads that at the field, and nothing is loaded again', async (_, why, text) => {
  const answer = await acting(() => Promise.reject(why));
  expect(answer).toEqual({ problems: { id: expect.stringMatching(text) as string } });
  expect(reloadsAfter(answer)).toBe(false);
});

test('after an answer of the server, the page’s data is loaded again', async () => {
  const refused = { problems: { id: 'There is no such event.' } };
  const answer = await acting(() => Promise.resolve(refused));
  expect(answer).toBe(refused);
  expect(reloadsAfter(answer)).toBe(true);
});

test('an error of the server stays an error', async () => {
  const failure = new Response(null, { status: 500 });
  await expect(acting(() => Promise.reject(failure))).rejects.toBe(failure);
});
