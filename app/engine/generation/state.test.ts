import { describe, expect, test } from 'vitest';

import {
  canContinue,
  isRunning,
  transition,
  type GenerationEvent,
  type GenerationState,
} from './state';

const EVENTS = [
  'send',
  'token',
  'call',
  'finish',
  'stop',
  'continue',
  'error',
  'death',
  'reap',
] as const;

/** A row per state with a cell per event, in the order of EVENTS: a new state, `-` for ignored, `!` for refused. */
const CELLS: [GenerationState | null, string][] = [
  [null, 'queued      -           -           -      !        !       -       -            -'],
  [
    'queued',
    '!       streaming   queued      failed stopped  !       failed  interrupted  interrupted',
  ],
  [
    'streaming',
    '!    streaming   streaming   done   stopped  !       failed  interrupted  interrupted',
  ],
  ['done', '!         -           -           -      -        !       -       -            -'],
  ['stopped', '!      -           -           -      -        queued  -       -            -'],
  ['failed', '!       -           -           -      -        queued  -       -            -'],
  ['interrupted', '!  -           -           -      -        queued  -       -            -'],
];

function cell(state: GenerationState | null, event: GenerationEvent): string {
  const result = transition(state, event);
  if (result === 'ignored') return '-';
  if (result === 'refused') return '!';
  return result.to;
}

describe('a generation’s state after an event', () => {
  for (const [state, row] of CELLS) {
    const expected = row.split(/\s+/);
    EVENTS.forEach((event, column) => {
      test(`${state ?? 'no generation'} × ${event} → ${expected[column]}`, () => {
        expect(cell(state, event)).toBe(expected[column]);
      });
    });
  }
});

test('an answer can be continued only after it was stopped, failed, or was interrupted', () => {
  for (const [state] of CELLS) {
    if (state === null) continue;
    expect(canContinue(state)).toBe(['stopped', 'failed', 'interrupted'].includes(state));
    expect(isRunning(state) && canContinue(state)).toBe(false);
  }
});
