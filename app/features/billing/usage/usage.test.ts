import { expect, it } from 'vitest';

import { dayTotal, useTotals } from './usage';
import { parseUse, TOKEN_USES, USE_NAMES, tokenUseOf } from './uses';

it('adds up what was used, the most first', () => {
  const days = [
    { day: '2026-01-01', tokens: { chat: 10, images: 500 } },
    { day: '2026-01-02', tokens: {} },
    { day: '2026-01-03', tokens: { chat: 20 } },
  ];
  expect(days.map(dayTotal)).toEqual([510, 0, 20]);
  expect(useTotals(days)).toEqual([
    { use: 'images', tokens: 500 },
    { use: 'chat', tokens: 30 },
  ]);
});

it('every kind of text and of job has a name for people', () => {
  for (const kind of ['chat', 'piece', 'passage', 'profile-draft', 'image', 'video', 'lora']) {
    expect(tokenUseOf(kind)).not.toBe('other');
  }
  expect(tokenUseOf('something new')).toBe('other');
  expect(parseUse(null)).toBe('other');
  expect(TOKEN_USES.map((use) => parseUse(use))).toEqual(TOKEN_USES);
  expect(Object.keys(USE_NAMES).sort()).toEqual([...TOKEN_USES].sort());
});
