/**
 * What `npm run release` (release.mjs) checks, without reading or running anything. Each check returns what is left to do.
 * @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, peer?: boolean }} Locked
 * @typedef {Record<string, Locked>} Packages the packages of package-lock.json by path; '' is the app itself
 * @typedef {{ heading: string, version: string, date: string | undefined, body: string }} Section
 * @typedef {{ name: string, version: string, 'bom-ref': string }} Component
 * @typedef {{ metadata: { component: { name: string, type: string } & Record<string, unknown> } & Record<string, unknown>,
 *   components: Component[], dependencies?: { ref: string, dependsOn?: string[] }[] }} Sbom
 */

const UNRELEASED = 'Unreleased';
const TASKS = 'What you need to do:';
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** @param {string} version without build metadata, which the tags of images can't have */
export function isVersion(version) {
  return /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/.test(
    version,
  );
}

/**
 * @param {{ version: string }} manifest
 * @param {{ version: string, packages: Packages }} lock
 */
export function checkVersion({ version }, lock) {
  if (!isVersion(version)) {
    return [
      `"${version}" in package.json is not a version such as 1.2.3 or 1.2.3-beta.1: correct it.`,
    ];
  }
  const others = [lock.version, lock.packages['']?.version].filter((other) => other !== version);
  return others.length === 0
    ? []
    : [
        `package.json says ${version}, and package-lock.json ${others[0]}: run "npm version ${version} --no-git-tag-version --allow-same-version".`,
      ];
}

/**
 * The sections of CHANGELOG.md, newest first. A heading is `## 1.2.3 (November 28, 2026)`, or `## Unreleased`.
 * @param {string} changelog
 * @returns {Section[]}
 */
export function sectionsOf(changelog) {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const end = text.indexOf('\n');
      const heading = (end < 0 ? text : text.slice(0, end)).trim();
      const [version = '', ...rest] = heading.split(' ');
      const date = /^\((.*)\)$/.exec(rest.join(' '))?.[1];
      return { heading, version, date, body: end < 0 ? '' : text.slice(end).trim() };
    });
}

/**
 * @param {string} changelog
 * @param {string} version
 */
export function checkChangelog(changelog, version) {
  const sections = sectionsOf(changelog);
  const unreleased = sections.find((section) => section.version === UNRELEASED);
  const section = sections.find((one) => one.version === version);
  if (!section) {
    const heading = `## ${version} (Month day, year)`;
    return [
      unreleased
        ? `Rename "## ${UNRELEASED}" in CHANGELOG.md to "${heading}".`
        : `Add "${heading}" to CHANGELOG.md.`,
    ];
  }
  const left = [];
  if (unreleased && unreleased.body !== '') {
    left.push(`Move what is under "## ${UNRELEASED}" in CHANGELOG.md to "## ${section.heading}".`);
  }
  const newest = sections.find((one) => one.version !== UNRELEASED);
  if (newest !== section) {
    left.push(`CHANGELOG.md begins with ${newest?.version}, which is newer: set a new version.`);
  }
  if (!section.date || !isDate(section.date)) {
    left.push(`Add the date in CHANGELOG.md: "## ${version} (November 28, 2026)".`);
  }
  if (!hasTasks(section.body)) {
    left.push(
      `Add "${TASKS}" with a list to ${version} in CHANGELOG.md. If there is nothing to do, say so there.`,
    );
  }
  return left;
}

/** @param {string} text such as November 28, 2026 */
function isDate(text) {
  const [, name = '', day, year] = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name);
  const date = new Date(Date.UTC(Number(year), month, Number(day)));
  return month >= 0 && date.getUTCMonth() === month && date.getUTCDate() === Number(day);
}

/** @param {string} body */
function hasTasks(body) {
  const lines = body.split('\n');
  const at = lines.indexOf(TASKS);
  return (
    at >= 0 &&
    lines
      .slice(at + 1)
      .find((line) => line !== '')
      ?.startsWith('- ') === true
  );
}

/**
 * Versions before this one.
 * @param {string} changelog
 * @param {string} version
 */
export function earlierVersions(changelog, version) {
  const versions = sectionsOf(changelog).map((section) => section.version);
  return versions.slice(versions.indexOf(version) + 1).filter((one) => one !== UNRELEASED);
}

/**
 * @param {string} version
 * @param {string[]} earlier
 * @param {string[]} files in tests/releases
 */
export function checkBackups(version, earlier, files) {
  /** @param {string} one */
  const isThere = (one) => [`${one}.backup`, `${one}.json`].every((file) => files.includes(file));
  const left = earlier
    .filter((one) => !isThere(one))
    .map(
      (one) =>
        `tests/releases has no backup of ${one}: check out v${one}, run "npm run release-backup", and commit its files here.`,
    );
  if (!isThere(version)) {
    left.push(
      `tests/releases has no backup of ${version}: run "npm run release-backup" and commit its files.`,
    );
  }
  return left;
}

/**
 * @param {{ version: string, head: string, tagged?: string, pushed?: string }} state commits; `pushed` is the tag for which CI runs
 */
export function checkTag({ version, head, tagged, pushed }) {
  const tag = `v${version}`;
  if (pushed !== undefined && pushed !== tag) {
    return [
      `The tag is ${pushed}, and package.json says ${version}: delete the tag, and push ${tag}.`,
    ];
  }
  return tagged !== undefined && tagged !== head
    ? [`${tag} is already on another commit, ${tagged.slice(0, 8)}: set a new version.`]
    : [];
}

/** @param {string} status of `git status --porcelain` */
export function checkTree(status) {
  const lines = status.split('\n').filter((line) => line !== '');
  if (lines.length === 0) return [];
  const shown = lines.slice(0, 5).map((line) => line.slice(3));
  const more = lines.length > shown.length ? `, and ${lines.length - shown.length} more` : '';
  return [`Commit or remove what isn't in the last commit: ${shown.join(', ')}${more}.`];
}

/** @param {string} path in package-lock.json */
function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * The packages that the app runs with, on any machine, as name@version.
 * @param {Packages} packages
 */
export function productionPackages(packages) {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version }]) => `${nameOf(path)}@${version}`);
}

/**
 * @param {Packages} packages
 * @param {import('./notices.mjs').Notice[]} notices
 */
export function checkNotices(packages, notices) {
  const noted = new Set(notices.map(({ name, version }) => `${name}@${version}`));
  // Packages for other machines aren't installed here.
  const needed = Object.fromEntries(
    Object.entries(packages).filter(([, { optional }]) => !optional),
  );
  const missing = productionPackages(needed).filter((one) => !noted.has(one));
  const bare = notices
    .filter(({ license, texts }) => license === 'see its text' && texts.length === 0)
    .map(({ name, version }) => `${name}@${version}`);
  return [
    ...missing.map((one) => `${one} has no notice: run "npm install".`),
    ...bare.map((one) => `${one} names no license: find out which it has, or replace it.`),
  ];
}

/**
 * Leaves only what is wanted in npm's SBOM of everything. `npm sbom --omit=dev` also omits packages that the app runs with if a
 * development package needs them, too, and packages for machines of another kind.
 * @param {Sbom} sbom
 * @param {string} name of the app; npm writes the folder's
 * @param {ReadonlySet<string>} wanted name@version
 * @returns {Sbom}
 */
export function reduceSbom(sbom, name, wanted) {
  const components = sbom.components.filter((one) => wanted.has(`${one.name}@${one.version}`));
  const root = /** @type {string} */ (sbom.metadata.component['bom-ref']);
  const refs = new Set([root, ...components.map((one) => one['bom-ref'])]);
  return {
    ...sbom,
    metadata: {
      ...sbom.metadata,
      component: { ...sbom.metadata.component, name, type: 'application' },
    },
    components,
    dependencies: (sbom.dependencies ?? [])
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => refs.has(one)),
      })),
  };
}

/**
 * @param {Sbom} sbom
 * @param {Iterable<string>} wanted name@version
 */
export function checkSbom(sbom, wanted) {
  const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
  const missing = [...new Set(wanted)].filter((one) => !listed.has(one));
  return missing.length === 0
    ? []
    : [`The SBOM lacks ${missing.join(', ')}: run "npm install", then this again.`];
}
