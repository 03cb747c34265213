import { expect, test } from 'vitest';

import { MAX_FILES } from './attachment';
import { attachmentRefusalText } from './refusals';
import { attachmentTexts } from './texts';

test('a refusal names the file and says what to do', () => {
  expect(attachmentRefusalText('menu.pdf', 'pages')).toBe(
    '“menu.pdf” has more than 200 pages. Choose only the ones that matter.',
  );
  expect(attachmentTexts.tooMany).toContain(String(MAX_FILES));
});
