import { describe, expect, test } from 'vitest';

import { NumberedEvents } from './numbers';

function follow() {
  const numbered = new NumberedEvents();
  const calls: unknown[] = [];
  numbered.onEvent('text', (data) => calls.push(Number((data as { id: string }).id)));
  numbered.onMissed(() => calls.push('missed'));
  const receive = (seq: number) =>
    numbered.receive({
      seq,
      changes: [{ topic: 'text', data: { id: String(seq), state: 'streaming' } }],
    });
  return { numbered, calls, receive };
}

describe('numbered events', () => {
  test('are delivered once each, without those that the page contains', () => {
    const { numbered, calls, receive } = follow();
    numbered.note(2);
    [1, 2, 3, 3, 4].forEach(receive);
    expect(calls).toEqual([3, 4]);
  });

  test('after a gap are delivered, and reported as missed', () => {
    const { numbered, calls, receive } = follow();
    numbered.note(1);
    receive(3);
    receive(2);
    expect(calls).toEqual([3, 'missed']);
  });

  test('are reported as missed once when the newest one is newer than what was noted', () => {
    const { numbered, calls } = follow();
    numbered.note(1);
    numbered.compare(1);
    expect(calls).toEqual([]);
    numbered.compare(2);
    numbered.compare(2);
    expect(calls).toEqual(['missed']);
  });

  test('are not reported as missed before the first number, or after a reset', () => {
    const { numbered, calls } = follow();
    numbered.compare(5);
    numbered.reset();
    numbered.compare(7);
    expect(calls).toEqual([]);
  });
});
