import { describe, expect, test } from 'vitest';

import { addJob, countRunning, jobsWithCard, mergeJob, stateText } from './job-list';
import { JOB_STATES, type ImageJob } from '../media';

function job(id: string, more: Partial<ImageJob> = {}): ImageJob {
  return {
    id,
    kind: 'image',
    state: 'queued',
    progress: null,
    reason: null,
    request: {
      prompt: 'A loaf',
      model: 'm',
      size: '1024x1024',
      count: 1,
      profileId: null,
      brandText: '',
    },
    tokens: 1,
    usedTokens: null,
    createdAt: `2026-01-01T00:00:0${id}.000Z`,
    finishedAt: null,
    items: [],
    ...more,
  };
}

describe('an event of a job', () => {
  test('changes the job, or adds it in its place, newest first', () => {
    const jobs = [job('3'), job('1')];
    expect(mergeJob(jobs, job('2')).map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(mergeJob(jobs, job('1', { state: 'running' })).map(({ state }) => state)).toEqual([
      'queued',
      'running',
    ]);
  });

  test('that arrives before the answer to the request stays, and gets the answer’s whole texts', () => {
    const whole = job('1', { request: { ...job('1').request, prompt: 'A loaf, and all of it' } });
    const running = job('1', { state: 'running', progress: 33 });
    expect(addJob([running], whole)).toEqual([{ ...running, request: whole.request }]);
    expect(addJob([job('2')], whole)).toEqual([job('2'), whole]);
  });

  test('that arrives late reopens no ended job, and lowers no progress', () => {
    const ended = [job('1', { state: 'cancelled' })];
    expect(mergeJob(ended, job('1', { state: 'running' }))).toEqual(ended);
    const running = [job('1', { state: 'running', progress: 50 })];
    expect(mergeJob(running, job('1', { state: 'running', progress: 25 }))).toEqual(running);
    const next = mergeJob(running, job('1', { state: 'running', progress: 75 }));
    expect(next[0]?.progress).toBe(75);
  });
});

test.each(JOB_STATES)(
  'a job that is %s has a card only while it is open, or failed and not dismissed',
  (state) => {
    const one = job('1', { state, reason: state === 'failed' ? 'No.' : null });
    const expected = state === 'queued' || state === 'running' || state === 'failed';
    expect(jobsWithCard([one], new Set()).length === 1).toBe(expected);
    const isOpen = state === 'queued' || state === 'running';
    expect(jobsWithCard([one], new Set(['1'])).length === 1).toBe(isOpen);
    expect(countRunning([one])).toBe(isOpen ? 1 : 0);
    expect(stateText(one)).not.toBe('');
  },
);

test('a job that succeeded in part has a card', () => {
  const short = job('1', { state: 'succeeded', reason: 'One of two could not be made.' });
  expect(jobsWithCard([short], new Set())).toEqual([short]);
});
