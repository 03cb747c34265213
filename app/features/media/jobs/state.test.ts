import { describe, expect, it } from 'vitest';

import { JOB_STATES, type JobState } from '../media';
import { deathOf, transition, type JobEvent } from './state';

const EVENTS: JobEvent[] = [
  'start',
  'progress',
  'succeed',
  'fail',
  'cancel',
  'death-without-calls',
  'death-resumable',
  'death-unresumable',
];

/** The next state, `-` for ignored, `!` for refused; one column for each event. */
const CELLS: Record<JobState, string> = {
  queued: 'running ! ! failed cancelled - - -',
  running: '! running succeeded failed cancelled queued queued failed',
  succeeded: '! - - - - - - -',
  failed: '! - - - - - - -',
  cancelled: '! - - - - - - -',
};

function word(state: JobState, event: JobEvent): string {
  const next = transition(state, event);
  return typeof next === 'object' ? next.to : next === 'ignored' ? '-' : '!';
}

describe('the life of a job', () => {
  const cells = JOB_STATES.flatMap((state) =>
    EVENTS.map((event, at) => ({ state, event, leads: CELLS[state].split(' ')[at]! })),
  );

  it.each(cells)(
    'in state $state, the event $event leads to: $leads',
    ({ state, event, leads }) => {
      expect(word(state, event)).toBe(leads);
    },
  );

  it('continues after a death if no call was open, or every open call can be found again', () => {
    expect(deathOf([])).toBe('death-without-calls');
    expect(deathOf([{ providerRef: 'a' }, { providerRef: 'b' }])).toBe('death-resumable');
    expect(deathOf([{ providerRef: 'a' }, { providerRef: null }])).toBe('death-unresumable');
  });
});
