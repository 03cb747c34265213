import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildApp, isBuilt } from './build.mjs';
import { Failure } from './failure.mjs';
import { readIfThere } from './fingerprint.mjs';
import { readNotices } from './notices.mjs';
import {
  checkBackups,
  checkChangelog,
  checkNotices,
  checkSbom,
  checkTag,
  checkTree,
  checkVersion,
  earlierVersions,
  productionPackages,
  reduceSbom,
  sectionsOf,
} from './release-checks.mjs';
import { root } from './root.mjs';
import { ownEnvironment, runChild } from './run.mjs';

// `npm run release`: checks everything that a release needs, and writes its SBOM and notes. `--quick` leaves out what needs a build.

const OUT = '.cache/release';
/** What the build contains, also of packages that are only in the browser's files. */
const LICENSES = 'build/client/licenses.json';
const LONG_TESTS = {
  'upgrade from every earlier release': 'tests/long/releases.test.ts',
  image: 'tests/long/image.test.ts',
};

const isQuick = process.argv.includes('--quick');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const changelog = readFileSync('CHANGELOG.md', 'utf8');
/** @type {string} */
const version = manifest.version;

let passed = 0;
let failed = 0;

/**
 * Prints one check with what is left to do.
 * @param {string} name
 * @param {() => string[] | Promise<string[]>} work
 */
async function check(name, work) {
  /** @type {string[]} */
  let left;
  try {
    left = await work();
  } catch (error) {
    left = [error instanceof Error ? error.message : String(error)];
  }
  if (left.length === 0) passed += 1;
  else failed += 1;
  console.log(`${left.length === 0 ? 'ok   ' : 'to do'}  ${name}`);
  for (const one of left) console.log(`       - ${one}`);
}

/**
 * @param {string} tool
 * @param {string[]} args
 */
function outputOf(tool, args) {
  return execFileSync(tool, args, {
    encoding: 'utf8',
    env: ownEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** @param {string} name of a commit or tag */
function commitOf(name) {
  try {
    const args = ['rev-parse', '--quiet', '--verify', `${name}^{commit}`];
    return execFileSync('git', args, { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** The packages of the build as name@version. Without a build, those of the lock file. */
function packagesOfRelease() {
  const licenses = isBuilt() ? readIfThere(LICENSES) : undefined;
  const built = /** @type {{ name: string, version: string }[]} */ (JSON.parse(licenses ?? '[]'));
  return new Set([
    ...productionPackages(lock.packages),
    ...built.map((one) => `${one.name}@${one.version}`),
  ]);
}

function sbom() {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const wanted = packagesOfRelease();
  const written = reduceSbom(JSON.parse(outputOf('npm', args)), manifest.name, wanted);
  writeFileSync(join(OUT, 'sbom.cdx.json'), `${JSON.stringify(written, null, 2)}\n`);
  return checkSbom(written, wanted);
}

mkdirSync(OUT, { recursive: true });
console.log(`Release ${version}${isQuick ? ', without what needs a build' : ''}\n`);

await check('clean checkout', () => checkTree(outputOf('git', ['status', '--porcelain'])));
await check('version', () => checkVersion(manifest, lock));
await check('changelog', () => {
  const notes = sectionsOf(changelog).find((section) => section.version === version);
  writeFileSync(join(OUT, 'notes.md'), `${notes?.body ?? ''}\n`);
  return checkChangelog(changelog, version);
});
await check('tag', () =>
  checkTag({
    version,
    head: commitOf('HEAD') ?? '',
    tagged: commitOf(`refs/tags/v${version}`),
    pushed: process.env.GITHUB_REF_TYPE === 'tag' ? process.env.GITHUB_REF_NAME : undefined,
  }),
);
await check('notices', () => checkNotices(lock.packages, readNotices(root)));
await check('backups of releases', () =>
  checkBackups(version, earlierVersions(changelog, version), readdirSync('tests/releases')),
);
let builds = isQuick;
if (!isQuick) {
  await check('production build', async () => {
    if (!isBuilt()) await buildApp();
    builds = true;
    return [];
  });
}
await check('SBOM', sbom);
for (const [name, file] of Object.entries(isQuick ? {} : LONG_TESTS)) {
  await check(name, async () => {
    if (!builds) throw new Failure('It needs a build.');
    const code = await runChild(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--project=long', file],
      ownEnvironment({ NODE_ENV: 'test', BUILD_AGAIN: 'true' }),
    );
    return code === 0 ? [] : [`Read what failed above: npx vitest run --project long ${file}`];
  });
}

if (manifest.license === 'UNLICENSED') {
  console.log(
    '\nNo license is chosen yet: publish only where the owner alone can read (decision 0100).',
  );
}
console.log(
  `\n${passed} ready, ${failed} to do. ${OUT} has the SBOM and the notes of the release.`,
);
process.exitCode = failed === 0 ? 0 : 1;
