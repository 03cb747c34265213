import { expect, test } from 'vitest';

import { percentIn } from './videos';

test.each([
  [null, undefined],
  ['', undefined],
  ['Loading the model', undefined],
  ['  5%|▌         | 1/20\n 45%|████▌     | 9/20 [00:03<00:04]', 45],
  ['step 3, 62.5 %', 62],
  ['100%|██████████| 20/20', 99],
  ['100%\nnow the next part: 7%', 7],
  ['1234% of nothing', undefined],
])('a log of %j says %s percent', (logs, percent) => {
  expect(percentIn(logs)).toBe(percent);
});
