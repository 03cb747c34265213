import { globSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

interface Entry {
  version: string;
  license?: string;
  dev?: true;
  devOptional?: true;
  hasInstallScript?: true;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Record<string, unknown>;
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry | undefined>;
};
const page = readFileSync('docs/dependencies.md', 'utf8');

/** Packages that are bundled into the browser's files, so the running app doesn't need them. */
const BUNDLED = [
  '@fontsource-variable/figtree',
  '@fontsource-variable/fraunces',
  '@simplewebauthn/browser',
  'highlight.js',
  'katex',
  'mermaid',
  'prosemirror-commands',
  'prosemirror-history',
  'prosemirror-inputrules',
  'prosemirror-keymap',
  'prosemirror-model',
  'prosemirror-schema-list',
  'prosemirror-state',
  'prosemirror-view',
];

/** How many packages come only with this one, as its row counts them, without peer dependencies. */
function brings(name: string): number {
  const root = `node_modules/${name}`;
  const found = new Set<string>();
  const waiting = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { dependencies, optionalDependencies } = packages[at]!;
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(needed, at);
      if (place === null || place === root || found.has(place)) continue;
      found.add(place);
      waiting.push(place);
    }
  }
  return found.size;
}

/** The folder where a package finds another: its own, or one of its parents. */
function placeOf(name: string, from: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at}${at === '' ? '' : '/'}node_modules/${name}`;
    if (packages[place]) return place;
    if (!at.includes('/node_modules/')) break;
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : null;
}

function rowOf(name: string) {
  const { version, license = '', hasInstallScript } = packages[`node_modules/${name}`]!;
  return [name, version, String(brings(name)), license, hasInstallScript ? 'yes' : ''].join(' | ');
}

describe('docs/dependencies.md', () => {
  test('has a row for each dependency that matches the lock file', () => {
    const rows = [
      ...page.matchAll(/^\| `([^`]+)` +\| (\S+) +\| [^|]+\| +(\d+) +\| ([^|]+?) +\| (yes|) +\|$/gm),
    ].map(([, ...[name, version, count, license, script]]) =>
      [name, version, count, license, script].join(' | '),
    );
    const expected = [...Object.keys(manifest.dependencies), ...BUNDLED].map(rowOf);
    expect(rows.sort()).toEqual(expected.sort());
  });

  test('states the lock file’s number of packages', () => {
    const all = Object.entries(packages).filter(
      ([place, entry]) => place !== '' && !entry!.dev && !entry!.devOptional,
    );
    expect(/^(\d+) packages in all/m.exec(page)?.[1]).toBe(String(all.length));
  });

  test('names only installed versions of packages', () => {
    const named = [...page.matchAll(/`((?:@[\w.-]+\/)?[\w.-]+)@(\d[\w.-]*)`/g)];
    expect(named.length).toBeGreaterThan(10);
    const missing = named
      .filter(
        ([, name = '', version = '']) =>
          !Object.entries(packages).some(
            ([place, entry]) =>
              (place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`)) &&
              entry!.version === version,
          ),
      )
      .map(([written]) => written);
    expect(missing).toEqual([]);
  });

  test('explains each version that package.json overrides', () => {
    const forced = Object.entries(manifest.overrides).filter(
      ([name, version]) => typeof version === 'string' && !packages[`node_modules/${name}`]?.dev,
    );
    for (const [name, version] of forced) {
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
      expect(page.includes(`\`${name}@${version as string}\``), name).toBe(true);
    }
  });
});

test('the running app imports no development dependency', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'server/**/*.ts'], {
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  });
  expect(files.length).toBeGreaterThan(500);
  const imported = new Set<string>();
  for (const file of files) {
    // Only `npm run dev` imports Vite's server, and only the build reads the routes.
    if (file === 'server/http/vite.ts' || file === 'app/routes.ts') continue;
    const source = readFileSync(file, 'utf8');
    for (const [, name = ''] of source.matchAll(
      /^(?:import|export)(?! type\b)(?:[^'";]*?\bfrom)? '([^'.~][^']*)'|\bimport\('([^'.~][^']*)'\)/gm,
    )) {
      imported.add(name);
    }
    for (const [, name = ''] of source.matchAll(/\bimport\('([^'.~][^']*)'\)/g)) imported.add(name);
  }
  const names = new Set(
    [...imported]
      .filter((name) => name !== '' && !name.startsWith('node:') && !name.startsWith('virtual:'))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  );
  expect([...names].filter((name) => !(name in manifest.dependencies)).sort()).toEqual(BUNDLED);
});
