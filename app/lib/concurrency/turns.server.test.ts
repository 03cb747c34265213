import fc from 'fast-check';
import { expect, test } from 'vitest';

import { FairTurns, NoPlace } from './turns.server';

const LIMITS = { atOnce: 2, atOncePerPerson: 1, maxWaiting: 6, maxWaitingPerPerson: 4 };

/** Work that ends on command, and a record of what has started. */
function workshop(turns: FairTurns) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, person = name[0]!, always = false) =>
    turns.run(
      person,
      () =>
        new Promise<void>((resolve) => {
          started.push(name);
          ends.set(name, resolve);
        }),
      { always },
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    // Everything that an end triggers has started once these are done.
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
  };
  return { started, ask, end };
}

test("one person's many files take one slot, and another person's file starts at once", async () => {
  const { started, ask, end } = workshop(new FairTurns(LIMITS));
  const all = [ask('a1'), ask('a2'), ask('a3'), ask('a4'), ask('b1')];
  await end('none');
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'a2']);
  for (const name of ['a2', 'a3', 'a4']) await end(name);
  await Promise.all(all);
});

test('people take turns, so that no one waits for a second file of another person', async () => {
  const { started, ask, end } = workshop(new FairTurns({ ...LIMITS, atOnce: 1 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name));
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  await Promise.all(all);
});

test('work beyond the maximum that may wait is refused, for one person and for all', async () => {
  const { ask, end, started } = workshop(new FairTurns(LIMITS));
  const of = (person: string, count: number) =>
    Array.from({ length: count }, (_, index) => ask(`${person}${index}`));
  const all = of('a', 5);
  await expect(ask('a9')).rejects.toMatchObject({ of: 'person' });
  all.push(...of('b', 3));
  const refused = ask('c1');
  await expect(refused).rejects.toThrow(NoPlace);
  await expect(refused).rejects.toMatchObject({ of: 'all' });
  // A job's work isn't refused.
  all.push(ask('c2', 'c', true));
  for (let step = 0; step < 9; step += 1) for (const name of started) await end(name);
  await Promise.all(all);
  expect(started).toContain('c2');
});

test('failed work frees its slot', async () => {
  const turns = new FairTurns({ ...LIMITS, atOnce: 1 });
  await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(turns.run('a', () => Promise.resolve('done'))).resolves.toBe('done');
});

test('the limits hold and everything is done, whatever is requested and whenever it ends', async () => {
  const requests = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat({ max: 5 })), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(requests, async (works) => {
      const turns = new FairTurns({ ...LIMITS, maxWaiting: 100, maxWaitingPerPerson: 100 });
      const running: string[] = [];
      let done = 0;
      await Promise.all(
        works.map(([person, steps]) =>
          turns.run(person, async () => {
            running.push(person);
            expect(running.length).toBeLessThanOrEqual(2);
            expect(new Set(running).size).toBe(running.length);
            for (let step = 0; step < steps; step += 1) await Promise.resolve();
            running.splice(running.indexOf(person), 1);
            done += 1;
          }),
        ),
      );
      expect(done).toBe(works.length);
    }),
  );
});
