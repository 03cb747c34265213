import { describe, expect, test, vi } from 'vitest';

import type { LoraImage } from '../../media';
import { createUploadQueue, type Sent } from './upload-queue';

const image = (name: string) => ({ id: name, name }) as LoraImage;
const file = (name: string) => new File(['x'], name);
const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.png`);

function setUp() {
  const sending = new Map<string, { answer: (sent: Sent) => void; signal: AbortSignal }>();
  let keys = 0;
  const queue = createUploadQueue(
    ({ name }, _, signal) =>
      new Promise((answer) => {
        sending.set(name, { answer, signal });
        signal.addEventListener('abort', () => answer(null));
      }),
    () => String((keys += 1)),
  );
  const add = (...given: string[]) => queue.add(given.map(file), () => null);
  const answer = async (name: string, sent: Sent) => {
    sending.get(name)?.answer(sent);
    await Promise.resolve();
    await Promise.resolve();
  };
  const states = () => queue.files().map(({ name, state }) => `${name} ${state}`);
  const keyOf = (name: string) => queue.files().find((one) => one.name === name)?.key ?? '';
  return { queue, sending, add, answer, states, keyOf };
}

describe('files on their way', () => {
  test('three at a time, the others wait; what has arrived is told and off the list', async () => {
    const { queue, sending, add, answer, states } = setUp();
    const arrived: string[] = [];
    queue.onArrived(({ name }) => arrived.push(name));
    add(...names(5));
    expect([...sending.keys()]).toEqual(['0.png', '1.png', '2.png']);
    await answer('1.png', { image: image('1.png') });
    expect(arrived).toEqual(['1.png']);
    expect(states()).toEqual([
      '0.png uploading',
      '2.png uploading',
      '3.png uploading',
      '4.png waiting',
    ]);
  });

  test('a refusal stands at its file; a fault that was not the file’s is tried again', async () => {
    const { queue, sending, add, answer, states, keyOf } = setUp();
    add('a.png', 'b.png');
    await answer('a.png', { error: 'too small', canRetry: false });
    await answer('b.png', { error: 'did not arrive', canRetry: true });
    expect(queue.files().map(({ error }) => error)).toEqual(['too small', 'did not arrive']);
    sending.clear();
    queue.retryAll();
    expect([...sending.keys()]).toEqual(['b.png']);
    expect(states()).toEqual(['a.png failed', 'b.png uploading']);
    await answer('b.png', { error: 'did not arrive', canRetry: true });
    queue.retry(keyOf('b.png'));
    expect(states()).toEqual(['a.png failed', 'b.png uploading']);
    queue.dropFailed();
    expect(states()).toEqual(['b.png uploading']);
  });

  test('what is wrong from the start is not sent', () => {
    const { queue, sending } = setUp();
    queue.add([file('a.txt'), file('b.png')], ({ name }) =>
      name === 'a.txt' ? 'no picture' : null,
    );
    expect(queue.files()[0]).toMatchObject({ state: 'failed', error: 'no picture' });
    expect([...sending.keys()]).toEqual(['b.png']);
  });

  test('one that is taken off the list is called off, and makes room', async () => {
    const { queue, sending, add, answer, keyOf } = setUp();
    add(...names(4));
    queue.drop(keyOf('0.png'));
    expect(sending.get('0.png')?.signal.aborted).toBe(true);
    await answer('none', null);
    expect([...sending.keys()]).toContain('3.png');
    expect(queue.files().map(({ name }) => name)).toEqual(['1.png', '2.png', '3.png']);
  });

  test('where the server asks for patience, all wait and then go on', async () => {
    vi.useFakeTimers();
    try {
      const { sending, add, answer, states } = setUp();
      add('a.png', 'b.png');
      await answer('a.png', { wait: 5_000 });
      await answer('b.png', { wait: 5_000 });
      expect(states()).toEqual(['a.png waiting', 'b.png waiting']);
      sending.clear();
      vi.advanceTimersByTime(5_000);
      expect([...sending.keys()]).toEqual(['a.png', 'b.png']);
    } finally {
      vi.useRealTimers();
    }
  });
});
