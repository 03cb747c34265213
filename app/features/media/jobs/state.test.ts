import { describe, expect, it } from 'vitest';

import { JOB_STATES, type JobState } from '../media';
import { deathOf, transition, type JobEvent } from './state';

const EVENTS: JobEvent[] = [
  'start',
  'progress',
  'succeed',
  'fail',
  'cancel',
  'death-unasked',
  'death-resumable',
  'death-asked',
];

/** A state that it leads to, `-` for ignored, `!` for refused; one column for each event. */
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

  it.each(cells)('$state, $event: $leads', ({ state, event, leads }) => {
    expect(word(state, event)).toBe(leads);
  });

  it('goes on where every provider knows its request, or none was asked', () => {
    expect(deathOf([])).toBe('death-unasked');
    expect(deathOf([{ providerRef: 'a' }, { providerRef: 'b' }])).toBe('death-resumable');
    expect(deathOf([{ providerRef: 'a' }, { providerRef: null }])).toBe('death-asked');
  });
});
