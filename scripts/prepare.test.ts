import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** A module of scripts/ and all that it imports from there. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const source = readFileSync(join('scripts', name), 'utf8');
  for (const [, imported = ''] of source.matchAll(/ from '\.\/([\w-]+\.mjs)'/g)) {
    withImports(imported, found);
  }
  return found;
}

test('what prepares a checkout leaves standard output to the command, which may write a backup there', () => {
  const modules = [...withImports('prepare.mjs')];
  expect(modules).toContain('one-at-a-time.mjs');
  const writes = (name: string) =>
    /console\.(?:log|info)|process\.stdout/.test(readFileSync(join('scripts', name), 'utf8'));
  expect(modules.filter(writes)).toEqual([]);
});
