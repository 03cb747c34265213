import { expect, test } from 'vitest';

import { createTurns, TooManyWaiting } from './turns';

/** Work that goes on until it is told to end. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

test('runs at most so many at a time, in the order they came', async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 10 });
  const started: number[] = [];
  const works = [0, 1, 2, 3].map(openWork);
  const results = works.map(({ work }, index) =>
    inTurn(() => {
      started.push(index);
      return work();
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  works[1]!.resolve('second');
  expect(await results[1]).toBe('second');
  expect(started).toEqual([0, 1, 2]);
  works[0]!.reject(new Error('broken'));
  await expect(results[0]).rejects.toThrow('broken');
  expect(started).toEqual([0, 1, 2, 3]);
  works[2]!.resolve('third');
  works[3]!.resolve('fourth');
  expect(await Promise.all(results.slice(2))).toEqual(['third', 'fourth']);
});

test('refuses when the queue is full, and takes work again when it is not', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 });
  const [running, queued] = [openWork(), openWork()];
  const first = inTurn(running.work);
  const second = inTurn(queued.work);
  await expect(inTurn(async () => 'third')).rejects.toBeInstanceOf(TooManyWaiting);
  running.resolve('first');
  queued.resolve('second');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect(await inTurn(async () => 'fourth')).toBe('fourth');
});

test('a newcomer does not overtake who was let in while finishing', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 5 });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  const again = () => inTurn(work).then(() => inTurn(work));
  await Promise.all([again(), again(), again()]);
  expect(most).toBe(1);
});
