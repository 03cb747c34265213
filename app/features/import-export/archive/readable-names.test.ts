import fc from 'fast-check';
import { expect, test } from 'vitest';

import { folderOf, ReadableNames } from './readable-names';

test('a file is named after its title, with a number if the name is taken', () => {
  const names = new ReadableNames();
  expect(names.pathFor('a', '2026-05-01 Bread / Brot')).toBe('a/2026-05-01 Bread Brot.md');
  expect(names.pathFor('a', '../../x')).toBe('a/x.md');
  expect(names.pathFor('a', '')).toBe('a/Untitled.md');
  expect(names.pathFor('a', '2026-05-01 BREAD  Brot')).toBe('a/2026-05-01 BREAD Brot (2).md');
  expect(names.pathFor('a', '2026-05-01 Bread Brot')).toBe('a/2026-05-01 Bread Brot (3).md');
  expect(names.pathFor('b', '')).toBe('b/Untitled.md');
});

test('no name occurs twice, even without regard to case, and none leads out of its folder', () => {
  const title = fc.oneof(
    fc.constantFrom('a', 'A', 'a (2)', 'x'.repeat(90), '../a', '\0'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(title, { maxLength: 80 }), (titles) => {
      const names = new ReadableNames();
      const paths = titles.map((one) => names.pathFor('folder', one));
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
      for (const path of paths) expect(path).toMatch(/^folder\/[^/\\]+\.md$/);
    }),
  );
});

test('the folder of a section has lowercase letters and hyphens', () => {
  expect(folderOf('savedContents')).toBe('saved-contents');
});
