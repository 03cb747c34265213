import { expect, onTestFinished, test, vi } from 'vitest';

import { HANG_MS } from '../../../tests/harness/eventually.ts';
import { AskedThread, ThreadUnavailable } from './asked-thread.server';

const TEXT = `
  const { parentPort, workerData } = require('node:worker_threads');
  let told = 0;
  parentPort.on('message', ({ id, question }) => {
    if (id === undefined) return (told += 1);
    if (question.ends) process.exit(1);
    if (question.throws) throw new Error('broken');
    if (question.silent) return;
    if (question.wrong) return parentPort.postMessage({ id, problem: question.wrong });
    parentPort.postMessage({ id, answer: { ...question, told, data: workerData } });
  });
`;

function aThread(more: Partial<ConstructorParameters<typeof AskedThread>[0]> = {}) {
  return new AskedThread({
    ...{ name: 'test', text: TEXT, data: 'given', heapMb: 32, patienceMs: HANG_MS },
    ...more,
  });
}

test('questions get their own answers, from a thread that knows what it was told', async () => {
  const thread = aThread();
  expect(thread.runs).toBe(false);
  thread.tell({});
  const answers = await Promise.all([1, 2, 3].map((at) => thread.ask({ at })));
  expect(answers).toEqual([1, 2, 3].map((at) => ({ at, told: 1, data: 'given' })));
});

test('what a thread says is wrong with a question harms no other one', async () => {
  const thread = aThread();
  const [wrong, right] = await Promise.allSettled([
    thread.ask({ wrong: 'too short' }),
    thread.ask({ at: 1 }),
  ]);
  expect(wrong).toMatchObject({ status: 'rejected', reason: new Error('too short') });
  expect(right.status).toBe('fulfilled');
});

test.each([{ throws: true }, { ends: true }])(
  'a thread that fails (%j) ends the questions that wait, says so, and is replaced',
  async (fault) => {
    const onLost = vi.fn();
    const thread = aThread({ onLost });
    thread.tell({});
    const asked = [thread.ask({ silent: true }), thread.ask(fault)];
    for (const one of asked) await expect(one).rejects.toBeInstanceOf(ThreadUnavailable);
    expect(onLost).toHaveBeenCalledTimes(1);
    expect(await thread.ask({ at: 1 })).toEqual({ at: 1, told: 0, data: 'given' });
  },
);

test('a thread that doesn’t answer is replaced', async () => {
  const thread = aThread({ patienceMs: 1 });
  await expect(thread.ask({ silent: true })).rejects.toBeInstanceOf(ThreadUnavailable);
  expect(thread.runs).toBe(false);
});

test('more than two hundred questions at a time are refused', async () => {
  const thread = aThread();
  const asked = Array.from({ length: 200 }, (_, at) => thread.ask({ at }));
  await expect(thread.ask({ at: 200 })).rejects.toBeInstanceOf(ThreadUnavailable);
  expect(await Promise.all(asked)).toHaveLength(200);
});

test('a thread ends when it isn’t asked for a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const thread = aThread({ idleMs: 1_000 });
  await thread.ask({ at: 1 });
  vi.advanceTimersByTime(999);
  await thread.ask({ at: 2 });
  vi.advanceTimersByTime(999);
  expect(thread.runs).toBe(true);
  vi.advanceTimersByTime(1);
  expect(thread.runs).toBe(false);
});
