import { expect, test } from 'vitest';

import { deletionText, neighborsOf, stepOf, stepSearch } from './profile';

test.each([
  ['', 'brandStory'],
  ['?step=solutionSuite', 'solutionSuite'],
  ['?step=constructor', 'brandStory'],
  [stepSearch('campaignFramework'), 'campaignFramework'],
])('the address %j opens the step %s', (search, step) => {
  expect(stepOf(search)).toBe(step);
});

test('each step leads to the one before and after it', () => {
  expect(neighborsOf('brandStory')).toEqual({ before: undefined, after: 'customerJourney' });
  expect(neighborsOf('campaignFramework')).toEqual({ before: 'solutionSuite', after: undefined });
});

test.each([
  [{ uses: [], removed: [], kept: [] }, 'This cannot be undone.'],
  [
    { uses: ['3 conversations'], removed: [{ kind: 'brandStory' as const, name: '' }], kept: [] },
    'It is used by 3 conversations, which will go on without a profile. Its brand story will be deleted with it: nothing else uses it. This cannot be undone.',
  ],
  [
    {
      uses: [],
      removed: [
        { kind: 'brandStory' as const, name: 'A' },
        { kind: 'customerJourney' as const, name: 'B' },
      ],
      kept: [{ kind: 'solutionSuite' as const, name: 'C', usedBy: ['Tea shop', 'Café'] }],
    },
    'Its brand story and customer journey will be deleted with it: nothing else uses them. Its solution suite stays, because “Tea shop” and “Café” use it too. This cannot be undone.',
  ],
])('deleting %j is explained as %j', (deletion, text) => {
  expect(deletionText(deletion)).toBe(text);
});
