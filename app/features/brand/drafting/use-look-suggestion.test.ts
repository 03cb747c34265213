import { expect, test } from 'vitest';

import { readKept } from './use-look-suggestion';

test('a suggestion is read as it was stored', () => {
  const kept = {
    look: { colors: { primaryColor: '#1f5f4a' }, logo: 'data:image/webp;base64,AAAA' },
    left: ['primaryColor', 'logo'],
    before: { primaryColor: '' },
    logoSaved: true,
  };
  expect(readKept(JSON.stringify(kept))).toEqual(kept);
});

test.each(['', '{', 'null', '[]', '{"look":null}', '{"look":"#1f5f4a"}'])(
  'what another version may have left as %j is no suggestion',
  (stored) => {
    expect(readKept(stored)).toBeNull();
  },
);

test('what isn’t known of a suggestion is left out', () => {
  const stored = {
    look: { colors: { primaryColor: 7, accentColor: '#ffcc00', ofAnEarlierVersion: '#000000' } },
    left: ['ofAnEarlierVersion', 'accentColor'],
    before: 'none',
  };
  expect(readKept(JSON.stringify(stored))).toEqual({
    look: { colors: { accentColor: '#ffcc00' }, logo: null },
    left: ['accentColor'],
    before: null,
    logoSaved: false,
  });
});
