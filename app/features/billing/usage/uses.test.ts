import { expect, it } from 'vitest';

import { dayTotal, parseUse, TOKEN_USES, tokenUseOf, USE_NAMES, useTotals } from './uses';

it('adds up the tokens used, the largest use first', () => {
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

it('has a use for every kind of generation and media job, and a name for every use', () => {
  for (const kind of ['chat', 'piece', 'passage', 'profile-draft', 'image', 'video', 'lora']) {
    expect(tokenUseOf(kind)).not.toBe('other');
  }
  expect(tokenUseOf('something new')).toBe('other');
  expect(parseUse(null)).toBe('other');
  expect(TOKEN_USES.map((use) => parseUse(use))).toEqual(TOKEN_USES);
  expect(Object.keys(USE_NAMES).sort()).toEqual([...TOKEN_USES].sort());
});
