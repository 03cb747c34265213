import { expect, test } from 'vitest';

import { refusalOf } from './use-upload-queue';

const LIMITS = { min: 4, max: 100, minEdge: 512, maxBytes: 20 * 1024 * 1024 };
const IMAGE = { name: 'a.png', type: 'image/png', size: 5 };

test('a file that the server would refuse is refused before it is sent', () => {
  expect(refusalOf(IMAGE, LIMITS, 1)).toBeNull();
  expect(refusalOf({ ...IMAGE, size: LIMITS.maxBytes }, LIMITS, 1)).toBeNull();
  expect(refusalOf({ ...IMAGE, type: 'text/plain' }, LIMITS, 1)).toMatch(/“a.png” isn’t an image/);
  expect(refusalOf({ ...IMAGE, type: '' }, LIMITS, 1)).toMatch(/isn’t an image/);
  expect(refusalOf({ ...IMAGE, size: 0 }, LIMITS, 1)).toMatch(/is empty/);
  expect(refusalOf({ ...IMAGE, size: LIMITS.maxBytes + 1 }, LIMITS, 1)).toMatch(/20 MB/);
  expect(refusalOf(IMAGE, LIMITS, 0)).toMatch(/up to 100 images/);
});
