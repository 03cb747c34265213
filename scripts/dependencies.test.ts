import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

test('each dependency of the running app was looked at in the version that it has', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const reviewed = readFileSync('docs/dependencies.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const row = /^\| `([^`]+)` +\| (\S+) +\|/.exec(line);
      return row ? [`${row[1]} ${row[2]}`] : [];
    });
  const present = Object.keys(dependencies).map(
    (name) => `${name} ${lock.packages[`node_modules/${name}`]?.version}`,
  );
  expect(reviewed.sort()).toEqual(present.sort());
});
