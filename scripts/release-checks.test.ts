import { describe, expect, it, test } from 'vitest';

import {
  checkBackups,
  checkChangelog,
  checkNotices,
  checkSbom,
  checkTag,
  checkTree,
  checkVersion,
  earlierVersions,
  isVersion,
  productionPackages,
  reduceSbom,
  sectionsOf,
} from './release-checks.mjs';

const TASKS = 'What you need to do:\n\n- Back up.\n';
const CHANGELOG = `# Changelog

## 1.1.0 (November 28, 2026)

New.

${TASKS}
## 1.0.0 (November 1, 2026)

## 0.1.0

The first release.
`;

test.each(['1.0.0', '0.1.0', '10.20.30', '1.0.0-beta.1', '1.0.0-rc-2'])('%s is a version', (one) =>
  expect(isVersion(one)).toBe(true),
);

test.each(['', '1', '1.0', 'v1.0.0', '01.0.0', '1.0.0-', '1.0.0-a..b', '1.0.0+build', '1.0.0 '])(
  '“%s” is not a version',
  (one) => expect(isVersion(one)).toBe(false),
);

describe('checkVersion', () => {
  const lock = (version: string, inner = version) => ({
    version,
    packages: { '': { version: inner } },
  });

  it('accepts a version that package-lock.json has in both places', () => {
    expect(checkVersion({ version: '1.1.0' }, lock('1.1.0'))).toEqual([]);
  });

  it.each([
    ['1.1', lock('1.1'), /is not a version/],
    ['1.1.0', lock('1.0.0'), /package-lock\.json 1\.0\.0/],
    ['1.1.0', lock('1.1.0', '1.0.0'), /package-lock\.json 1\.0\.0/],
  ])('reports %s beside another one', (version, other, left) => {
    expect(checkVersion({ version }, other)).toEqual([expect.stringMatching(left)]);
  });
});

test('sections have their version, date, and text', () => {
  expect(sectionsOf('# Changelog\n\n## Unreleased\n\n## 1.0.0 (May 1, 2026)\n\nText.\n')).toEqual([
    { heading: 'Unreleased', version: 'Unreleased', date: undefined, body: '' },
    { heading: '1.0.0 (May 1, 2026)', version: '1.0.0', date: 'May 1, 2026', body: 'Text.' },
  ]);
});

describe('checkChangelog', () => {
  it('accepts a dated first section with what hosts need to do', () => {
    expect(checkChangelog(CHANGELOG, '1.1.0')).toEqual([]);
  });

  it('accepts an empty section for what comes next', () => {
    const changelog = CHANGELOG.replace('## 1.1.0', '## Unreleased\n\n## 1.1.0');
    expect(checkChangelog(changelog, '1.1.0')).toEqual([]);
  });

  it.each([
    [
      'a heading that is still “Unreleased”',
      CHANGELOG.replace('1.1.0 (November 28, 2026)', 'Unreleased'),
      /^Rename "## Unreleased"/,
    ],
    ['no section', CHANGELOG.replace('1.1.0', '1.1.1'), /^Add "## 1\.1\.0/],
    [
      'an entry that is still unreleased',
      CHANGELOG.replace('## 1.1.0', '## Unreleased\n\n- New.\n\n## 1.1.0'),
      /^Move what is under "## Unreleased"/,
    ],
    [
      'a newer section above',
      CHANGELOG.replace('## 1.1.0', '## 1.2.0\n\n## 1.1.0'),
      /begins with 1\.2\.0/,
    ],
    ['no date', CHANGELOG.replace(' (November 28, 2026)', ''), /^Add the date/],
    [
      'a date in another form',
      CHANGELOG.replace('November 28, 2026', '2026-11-28'),
      /^Add the date/,
    ],
    ['a day that doesn’t exist', CHANGELOG.replace('November 28', 'November 31'), /^Add the date/],
    ['no list for hosts', CHANGELOG.replace(TASKS, ''), /^Add "What you need to do:"/],
    ['an empty list for hosts', CHANGELOG.replace('- Back up.', ''), /^Add "What you need to do:"/],
  ])('reports %s', (_, changelog, left) => {
    expect(checkChangelog(changelog, '1.1.0')).toEqual([expect.stringMatching(left)]);
  });
});

test('earlier versions are those below', () => {
  expect(earlierVersions(CHANGELOG, '1.1.0')).toEqual(['1.0.0', '0.1.0']);
  expect(earlierVersions(CHANGELOG, '0.1.0')).toEqual([]);
});

describe('checkBackups', () => {
  const files = ['1.0.0.backup', '1.0.0.json', '1.1.0.backup', '1.1.0.json', 'make.ts'];

  it('accepts a backup with its account for each version', () => {
    expect(checkBackups('1.1.0', ['1.0.0'], files)).toEqual([]);
  });

  it.each(['1.0.0.backup', '1.0.0.json'])('reports that %s is missing', (missing) => {
    const others = files.filter((file) => file !== missing);
    expect(checkBackups('1.1.0', ['1.0.0'], others)).toEqual([
      expect.stringContaining('check out v1.0.0'),
    ]);
  });

  it('reports that this version’s own backup is missing', () => {
    expect(checkBackups('1.2.0', ['1.1.0', '1.0.0'], files)).toEqual([
      expect.stringContaining('no backup of 1.2.0'),
    ]);
  });
});

describe('checkTag', () => {
  const state = { version: '1.1.0', head: 'a'.repeat(40) };

  it.each([{}, { tagged: state.head }, { tagged: state.head, pushed: 'v1.1.0' }])(
    'accepts %j',
    (more) => expect(checkTag({ ...state, ...more })).toEqual([]),
  );

  it('reports a tag on another commit', () => {
    expect(checkTag({ ...state, tagged: 'b'.repeat(40) })).toEqual([
      expect.stringContaining('another commit, bbbbbbbb:'),
    ]);
  });

  it('reports a pushed tag of another version', () => {
    expect(checkTag({ ...state, pushed: 'v1.1.1' })).toEqual([
      expect.stringContaining('The tag is v1.1.1'),
    ]);
  });
});

test('a checkout is clean only without changed and new files', () => {
  expect(checkTree('')).toEqual([]);
  expect(checkTree(' M package.json\n?? notes.txt\n')).toEqual([
    "Commit or remove what isn't in the last commit: package.json, notes.txt.",
  ]);
  expect(checkTree(' M file\n'.repeat(7))).toEqual([expect.stringContaining(', and 2 more.')]);
});

const PACKAGES = {
  '': { version: '1.1.0' },
  'node_modules/react': { version: '18.3.1' },
  'node_modules/react/node_modules/@scope/inner': { version: '2.0.0' },
  'node_modules/for-arm': { version: '1.0.0', optional: true },
  'node_modules/vitest': { version: '5.1.1', dev: true },
  'node_modules/typed': { version: '3.0.0', devOptional: true },
};

test('the packages of a release are those of every machine, without development', () => {
  expect(productionPackages(PACKAGES)).toEqual([
    'react@18.3.1',
    '@scope/inner@2.0.0',
    'for-arm@1.0.0',
  ]);
});

describe('checkNotices', () => {
  const notice = (name: string, version: string, license = 'MIT', texts: string[] = []) => ({
    name,
    version,
    license,
    texts,
  });
  const inner = notice('@scope/inner', '2.0.0');

  it('accepts a license or its text for each package of this machine', () => {
    const react = notice('react', '18.3.1', 'see its text', ['Permission is granted']);
    expect(checkNotices(PACKAGES, [react, inner])).toEqual([]);
  });

  it('reports a package without a notice', () => {
    expect(checkNotices(PACKAGES, [inner])).toEqual([
      expect.stringContaining('react@18.3.1 has no notice'),
    ]);
  });

  it('reports a package that names no license', () => {
    const react = notice('react', '18.3.1', 'see its text');
    expect(checkNotices(PACKAGES, [react, inner])).toEqual([
      expect.stringContaining('react@18.3.1 names no license'),
    ]);
  });
});

describe('the SBOM', () => {
  const component = (name: string, version: string) => ({
    name,
    version,
    'bom-ref': `${name}@${version}`,
  });
  const all = {
    metadata: { component: { ...component('folder', '1.1.0'), type: 'library' } },
    components: [component('react', '18.3.1'), component('vitest', '5.1.1')],
    dependencies: [
      { ref: 'folder@1.1.0', dependsOn: ['react@18.3.1', 'vitest@5.1.1'] },
      { ref: 'react@18.3.1' },
      { ref: 'vitest@5.1.1', dependsOn: ['react@18.3.1'] },
    ],
  };

  it('keeps what is wanted, and what depends on it', () => {
    const reduced = reduceSbom(all, 'brandwright', new Set(['react@18.3.1']));
    expect(reduced.metadata.component).toMatchObject({ name: 'brandwright', type: 'application' });
    expect(reduced.components.map(({ name }) => name)).toEqual(['react']);
    expect(reduced.dependencies).toEqual([
      { ref: 'folder@1.1.0', dependsOn: ['react@18.3.1'] },
      { ref: 'react@18.3.1', dependsOn: [] },
    ]);
  });

  it('has to list each package in its version', () => {
    expect(checkSbom(all, ['react@18.3.1'])).toEqual([]);
    expect(checkSbom(all, ['react@18.3.1', 'react@19.0.0', 'pg@8.0.0'])).toEqual([
      expect.stringContaining('lacks react@19.0.0, pg@8.0.0:'),
    ]);
  });
});
