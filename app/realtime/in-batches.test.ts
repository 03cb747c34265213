import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inBatches } from './in-batches';

/** Sends when it is told to. */
function aLine() {
  const sent: (readonly number[])[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const say = inBatches<number>((items) => {
    sent.push(items);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  return { sent, ends, say };
}

const settled = () => new Promise((done) => setImmediate(done));

test('what comes while the line is busy goes together, in its order', async () => {
  const { sent, ends, say } = aLine();
  const first = say(1);
  await settled();
  const others = Promise.all([say(2), say(3)]);
  await settled();
  expect(sent).toEqual([[1]]);
  ends[0]?.resolve();
  await first;
  await settled();
  expect(sent).toEqual([[1], [2, 3]]);
  ends[1]?.resolve();
  await others;
  const last = say(4);
  await settled();
  expect(sent.at(-1)).toEqual([4]);
  ends[2]?.resolve();
  await last;
});

test('what fails, fails for those it was sent for alone', async () => {
  const { sent, ends, say } = aLine();
  const first = say(1);
  await settled();
  const second = say(2);
  ends[0]?.reject(new Error('the line is cut'));
  await expect(first).rejects.toThrow('the line is cut');
  await settled();
  expect(sent).toEqual([[1], [2]]);
  ends[1]?.resolve();
  await second;
});

test('nothing is lost, doubled or overtaken', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 30 }), async (scheduler, count) => {
      const arrived: number[] = [];
      const send = scheduler.scheduleFunction((items: readonly number[]) => {
        arrived.push(...items);
        return Promise.resolve();
      });
      const say = inBatches<number>(send);
      const numbers = Array.from({ length: count }, (_, at) => at);
      const said = numbers.map((number) =>
        scheduler.schedule(Promise.resolve(), `say ${number}`).then(() => number),
      );
      const order: number[] = [];
      const ends = said.map((turn) =>
        turn.then((number) => {
          order.push(number);
          return say(number);
        }),
      );
      await scheduler.waitFor(Promise.all(ends));
      expect(arrived).toEqual(order);
    }),
  );
});
