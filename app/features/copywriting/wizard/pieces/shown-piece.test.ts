import { expect, it } from 'vitest';

import { shownPiece } from './shown-piece';

const running = { text: 'Fresh', state: 'streaming', reason: null } as const;
const ended = { text: 'Fresh bread', state: 'done', reason: null } as const;

it('is as loaded where this tab follows nothing', () => {
  expect(shownPiece(ended, null)).toEqual(ended);
});

it('is as followed while it runs, and until its end has been loaded', () => {
  const live = { ...running, text: 'Fresh bread fr' } as const;
  expect(shownPiece(running, live)).toEqual(live);
  const over = { text: '```\nFresh bread\n```', state: 'failed', reason: 'no' } as const;
  expect(shownPiece(running, over)).toEqual(over);
});

it('is as the server keeps it, once that is loaded', () => {
  expect(shownPiece(ended, { ...ended, text: '"Fresh bread"' })).toEqual(ended);
});

it('goes on from what is known, before more has come', () => {
  const again = { text: '', state: 'queued', reason: null } as const;
  expect(shownPiece({ ...ended, state: 'stopped' }, again)).toEqual({ ...again, text: ended.text });
});
