import { expect, test } from 'vitest';

import { refusalOf } from './send-picture';

const LIMITS = { fewest: 4, most: 100, smallestEdge: 512, largestBytes: 20 * 1024 * 1024 };
const PICTURE = { name: 'a.png', type: 'image/png', size: 5 };

test('what the server would refuse anyway is not sent to it', () => {
  expect(refusalOf(PICTURE, LIMITS, 1)).toBeNull();
  expect(refusalOf({ ...PICTURE, size: LIMITS.largestBytes }, LIMITS, 1)).toBeNull();
  expect(refusalOf({ ...PICTURE, type: 'text/plain' }, LIMITS, 1)).toMatch(/“a.png” is not a pict/);
  expect(refusalOf({ ...PICTURE, type: '' }, LIMITS, 1)).toMatch(/is not a picture/);
  expect(refusalOf({ ...PICTURE, size: 0 }, LIMITS, 1)).toMatch(/is empty/);
  expect(refusalOf({ ...PICTURE, size: LIMITS.largestBytes + 1 }, LIMITS, 1)).toMatch(/20 MB/);
  expect(refusalOf(PICTURE, LIMITS, 0)).toMatch(/100 pictures are the most/);
});
