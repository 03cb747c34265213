import { expect, test } from 'vitest';

import { neighborsOf, stepOf, stepSearch } from './steps';

test.each([
  ['', 'brandStory'],
  ['?step=solutionSuite', 'solutionSuite'],
  ['?step=constructor', 'brandStory'],
  [stepSearch('campaignFramework'), 'campaignFramework'],
])('%j is the step %s', (search, step) => {
  expect(stepOf(search)).toBe(step);
});

test('steps lead on to each other', () => {
  expect(neighborsOf('brandStory')).toEqual({ before: undefined, after: 'customerJourney' });
  expect(neighborsOf('campaignFramework')).toEqual({ before: 'solutionSuite', after: undefined });
});
