import { describe, expect, test } from 'vitest';

import { updated } from './canvas';

const DOCUMENT = {
  name: 'plan',
  type: 'document',
  content: '# Plan\n\nOne (a).\n\n# Next\n\nTwo.',
};

function after(pattern: string, { multiple = false, replacement = 'X' } = {}) {
  const { document, followed } = updated(DOCUMENT, [{ pattern, multiple, replacement }]);
  return followed ? document.content : null;
}

describe('a change to a document', () => {
  test.each<[string, string]>([
    ['.*', 'X'],
    ['(?s)^.*$', 'X'],
    ['[\\s\\S]*', 'X'],
    ['One \\(a\\)\\.', '# Plan\n\nX\n\n# Next\n\nTwo.'],
    ['# Plan\\n\\nOne', 'X (a).\n\n# Next\n\nTwo.'],
    ['# Plan.*?# Next', 'X\n\nTwo.'],
    ['# Next.*', '# Plan\n\nOne (a).\n\nX'],
    ['.*# Next', 'X\n\nTwo.'],
  ])('is applied for the pattern %j', (pattern, content) => {
    expect(after(pattern)).toBe(content);
  });

  test('replaces every occurrence if it says so, and takes the replacement literally', () => {
    expect(after('#', { multiple: true })).toBe('X Plan\n\nOne (a).\n\nX Next\n\nTwo.');
    expect(after('#', { replacement: '$&\\1' })).toBe('$&\\1 Plan\n\nOne (a).\n\n# Next\n\nTwo.');
  });

  test.each(['(a+)+$', 'One|Two', '\\w+', 'not there', '', '['])(
    'is not applied for the pattern %j',
    (pattern) => {
      expect(after(pattern)).toBeNull();
    },
  );
});
