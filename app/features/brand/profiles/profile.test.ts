import { expect, test } from 'vitest';

import { deletionText, neighborsOf, stepOf, stepSearch } from './profile';

test.each([
  ['', 'brandStory'],
  ['?step=solutionSuite', 'solutionSuite'],
  ['?step=constructor', 'brandStory'],
  [stepSearch('campaignFramework'), 'campaignFramework'],
  [stepSearch('look'), 'look'],
  [stepSearch('voice'), 'voice'],
])('the address %j opens the step %s', (search, step) => {
  expect(stepOf(search)).toBe(step);
});

test('each step leads to the one before and after it', () => {
  expect(neighborsOf('brandStory')).toEqual({ before: undefined, after: 'customerJourney' });
  expect(neighborsOf('campaignFramework')).toEqual({ before: 'solutionSuite', after: undefined });
});

test.each([
  [{ uses: [], removed: [], kept: [] }, 'You can’t undo this.'],
  [
    { uses: ['3 conversations'], removed: [{ kind: 'brandStory' as const, name: '' }], kept: [] },
    '3 conversations will continue without a profile. Its brand story will be deleted, too, because no other profile uses it. You can’t undo this.',
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
    'Its brand story and customer journey will be deleted, too, because no other profile uses them. Its solution suite stays because “Tea shop” and “Café” use it, too. You can’t undo this.',
  ],
])('deleting %j is explained as %j', (deletion, text) => {
  expect(deletionText(deletion)).toBe(text);
});
