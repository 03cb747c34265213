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
  const add = (...added: string[]) => queue.add(added.map(file), () => null);
  const answer = async (name: string, sent: Sent) => {
    sending.get(name)?.answer(sent);
    await Promise.resolve();
    await Promise.resolve();
  };
  const states = () => queue.files().map(({ name, state }) => `${name} ${state}`);
  const keyOf = (name: string) => queue.files().find((one) => one.name === name)?.key ?? '';
  return { queue, sending, add, answer, states, keyOf };
}

describe('the upload queue', () => {
  test('sends three files at a time, and removes each from the list when it has arrived', async () => {
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

  test('keeps a refused file with its reason, and retries a file only if it was not the cause', async () => {
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
    queue.removeFailed();
    expect(states()).toEqual(['b.png uploading']);
  });

  test('does not send a file that is refused from the start', () => {
    const { queue, sending } = setUp();
    queue.add([file('a.txt'), file('b.png')], ({ name }) =>
      name === 'a.txt' ? 'no picture' : null,
    );
    expect(queue.files()[0]).toMatchObject({ state: 'failed', error: 'no picture' });
    expect([...sending.keys()]).toEqual(['b.png']);
  });

  test('cancels the upload of a removed file, and sends the next one', async () => {
    const { queue, sending, add, answer, keyOf } = setUp();
    add(...names(4));
    queue.remove(keyOf('0.png'));
    expect(sending.get('0.png')?.signal.aborted).toBe(true);
    await answer('none', null);
    expect([...sending.keys()]).toContain('3.png');
    expect(queue.files().map(({ name }) => name)).toEqual(['1.png', '2.png', '3.png']);
  });

  test('pauses all files when the server says how long to wait', async () => {
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
