import { describe, expect, test } from 'vitest';

import { NumberedEvents } from './numbers';

function follow() {
  const numbered = new NumberedEvents();
  const told: unknown[] = [];
  numbered.onEvent('text', (data) => told.push(Number((data as { id: string }).id)));
  numbered.onMissed(() => told.push('missed'));
  const hear = (seq: number) =>
    numbered.hear({
      seq,
      changes: [{ topic: 'text', data: { id: String(seq), state: 'streaming' } }],
    });
  return { numbered, told, hear };
}

describe('numbered changes', () => {
  test('are told once each, and not where a page contains them', () => {
    const { numbered, told, hear } = follow();
    numbered.note(2);
    [1, 2, 3, 3, 4].forEach(hear);
    expect(told).toEqual([3, 4]);
  });

  test('that leave a number out are told, and then that one is missing', () => {
    const { numbered, told, hear } = follow();
    numbered.note(1);
    hear(3);
    hear(2);
    expect(told).toEqual([3, 'missed']);
  });

  test('are missed where the newest one is newer than what was noted, be it at the first connection', () => {
    const { numbered, told } = follow();
    numbered.note(1);
    numbered.compare(1);
    expect(told).toEqual([]);
    numbered.compare(2);
    numbered.compare(2);
    expect(told).toEqual(['missed']);
  });

  test('are not missed by who knows no number, or none any more', () => {
    const { numbered, told } = follow();
    numbered.compare(5);
    numbered.forget();
    numbered.compare(7);
    expect(told).toEqual([]);
  });
});
