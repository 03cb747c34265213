import { expect, test } from 'vitest';

import { idOf, untilOver } from './work.server';

const signal = new AbortController().signal;

function follow(...answers: unknown[]) {
  const states: unknown[] = [];
  const over = untilOver({
    id: 'p',
    ask: async () => answers.shift(),
    maxMs: 60_000,
    signal,
    onState: ({ status, logs }) => void states.push([status, logs]),
  });
  return { over, states };
}

test('work is followed until it has ended, by the fields that are read', async () => {
  const { over, states } = follow(
    { id: 'p', status: 'processing', logs: '45%' },
    { id: 'p', status: 'succeeded', output: ['https://files.example/a.png'], logs: ['45%'] },
  );
  expect(await over).toMatchObject({
    status: 'succeeded',
    output: ['https://files.example/a.png'],
  });
  expect(states).toEqual([
    ['processing', '45%'],
    ['succeeded', null],
  ]);
});

test('an answer that tells no state is followed by another poll, since the work continues there', async () => {
  const { over } = follow(null, [], { id: 'p' }, { id: 'p', status: 'succeeded' });
  expect(await over).toMatchObject({ status: 'succeeded' });
});

test('work whose state can’t be read is given up as cut off, so that it isn’t paid for twice', async () => {
  await expect(follow().over).rejects.toMatchObject({ code: 'broken-off' });
});

test.each([null, 'text', {}, { id: '' }, { id: 7 }])('the answer %j has no id', (answer) => {
  expect(() => idOf(answer)).toThrow(expect.objectContaining({ code: 'invalid-response' }));
});
