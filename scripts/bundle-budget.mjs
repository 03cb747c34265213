import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * Checks how much JavaScript the first visit of each page loads against a budget: the entry, the modules of the route and
 * all its parents, and everything they import statically. Dynamic imports don't count. The fonts that every page preloads
 * have a budget of their own. It also checks that the files don't import each other in a cycle: the bundler allows that, but
 * a page that starts with the wrong one of them breaks. The server's files must be in ASCII (`compactServer` in vite.config.ts).
 */

/** In KB of 1,000 bytes, gzipped. */
const BUDGET = 155;
/** For pages that people open before they have an account. */
const PUBLIC = { pattern: /^\/(auth|shared|contact)(\/|$)/, budget: 114 };

/** For the fonts of the first visit, which are compressed already. */
const FONTS = 60;

/**
 * The parts of Remix's client manifest that matter here. `imports` has a module's static imports, including
 * indirect ones.
 * @typedef {{ module: string, imports?: string[] }} Chunk
 * @typedef {Chunk & { id: string, parentId?: string, path?: string, index?: boolean }} Route
 * @typedef {{ entry: Chunk, routes: Record<string, Route> }} Manifest
 * @typedef {{ id: string, url: string, files: string[] }} Page
 * @typedef {{ id: string, url: string, kilobytes: number, files: number, limit: number, isOver: boolean }} Measured
 */

/**
 * @param {string} source the text of the client manifest
 * @returns {Manifest}
 */
export function parseManifest(source) {
  const start = source.indexOf('{');
  const end = source.lastIndexOf('}');
  if (start === -1 || end < start) throw new Error('This is no manifest of a Remix build.');
  return JSON.parse(source.slice(start, end + 1));
}

/**
 * Returns the pages of a build and the files that each loads first. Layouts without an address aren't pages.
 * @param {Manifest} manifest
 * @returns {Page[]}
 */
export function pagesOf(manifest) {
  return Object.values(manifest.routes)
    .filter((route) => route.path !== undefined || route.index)
    .filter((route) => route.id !== 'root')
    .map((route) => {
      const chain = chainOf(manifest, route);
      const chunks = [manifest.entry, ...chain];
      return {
        id: route.id,
        url: `/${chain
          .map(({ path }) => path)
          .filter(Boolean)
          .join('/')}`,
        files: [...new Set(chunks.flatMap(({ module, imports = [] }) => [module, ...imports]))],
      };
    })
    .sort((a, b) => a.url.localeCompare(b.url) || a.id.localeCompare(b.id));
}

/**
 * Returns a route and its parents, outermost first.
 * @param {Manifest} manifest
 * @param {Route} route
 * @returns {Route[]}
 */
function chainOf(manifest, route) {
  const parent = route.parentId === undefined ? undefined : manifest.routes[route.parentId];
  return parent ? [...chainOf(manifest, parent), route] : [route];
}

/**
 * @param {string} url
 * @returns {number} KB
 */
export function budgetFor(url) {
  return PUBLIC.pattern.test(url) ? PUBLIC.budget : BUDGET;
}

/**
 * @param {Page[]} pages
 * @param {(file: string) => number} sizeOf gzipped bytes of a file
 * @returns {Measured[]}
 */
export function measure(pages, sizeOf) {
  return pages.map(({ id, url, files }) => {
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
    const limit = budgetFor(url);
    const kilobytes = bytes / 1000;
    return { id, url, kilobytes, files: files.length, limit, isOver: kilobytes > limit };
  });
}

/**
 * @param {Measured[]} measured
 * @returns {string}
 */
export function table(measured) {
  const width = Math.max(...measured.map(({ url }) => url.length), 'First load of'.length);
  const head = `${'First load of'.padEnd(width)}  ${'KB gzip'.padStart(8)}  ${'budget'.padStart(6)}  files`;
  const lines = measured.map(({ url, kilobytes, limit, files, isOver }) =>
    [
      url.padEnd(width),
      kilobytes.toFixed(1).padStart(8),
      String(limit).padStart(6),
      String(files).padStart(5) + (isOver ? '  OVER' : ''),
    ].join('  '),
  );
  return [head, ...lines].join('\n');
}

/**
 * @param {string} client the directory of the client build
 * @returns {Manifest}
 */
function manifestOf(client) {
  const assets = join(client, 'assets');
  const manifests = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
  const [name] = manifests;
  if (!name || manifests.length > 1) {
    throw new Error(`Expected one manifest in ${assets}, found ${manifests.length}: build again.`);
  }
  return parseManifest(readFileSync(join(assets, name), 'utf8'));
}

/**
 * Measures the fonts that the root names in order to preload them.
 * @param {string} client the directory of the client build
 * @returns {number} KB
 */
export function preloadedFonts(client) {
  const { root } = manifestOf(client).routes;
  const modules = root ? [root.module, ...(root.imports ?? [])] : [];
  const fonts = modules.flatMap((module) => {
    const code = readFileSync(join(client, module), 'utf8');
    return [...code.matchAll(/\/assets\/[\w.-]+\.woff2/g)].map(([font]) => font);
  });
  return (
    [...new Set(fonts)].reduce((sum, font) => sum + statSync(join(client, font)).size, 0) / 1000
  );
}

/**
 * @param {string} client the directory of the client build
 * @returns {Measured[]}
 */
export function measureBuild(client) {
  const manifest = manifestOf(client);
  /** @type {Map<string, { bytes: number, isEmpty: boolean }>} */
  const known = new Map();
  /** @param {string} file */
  const look = (file) => {
    const seen = known.get(file);
    if (seen) return seen;
    const content = readFileSync(join(client, file));
    // The browser's module of a route without a component contains only a line break.
    const looked = { bytes: gzipSync(content).length, isEmpty: content.toString().trim() === '' };
    known.set(file, looked);
    return looked;
  };
  const pages = pagesOf(manifest).filter(
    ({ id }) => !look(/** @type {Route} */ (manifest.routes[id]).module).isEmpty,
  );
  return measure(pages, (file) => look(file).bytes);
}

/**
 * Finds a cycle of static imports among these files.
 * @param {Map<string, string[]>} imports each file and what it imports
 * @returns {string[]} the files of the first cycle, in the order of their imports; empty if there is none
 */
export function cycleOf(imports) {
  /** @type {Set<string>} */
  const finished = new Set();
  /**
   * @param {string} file
   * @param {string[]} path
   * @returns {string[]}
   */
  const follow = (file, path) => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (finished.has(file)) return [];
    for (const next of imports.get(file) ?? []) {
      const cycle = follow(next, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const cycle = follow(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/**
 * @param {string} client the directory of the client build
 * @returns {Map<string, string[]>} each script and what it imports statically
 */
export function importsOf(client) {
  const assets = join(client, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  return new Map(
    scripts.map((name) => {
      const code = readFileSync(join(assets, name), 'utf8');
      const found = code.matchAll(/(?:\bfrom|\bimport)\s?"\.\/([\w.-]+\.js)"/g);
      return [name, [...found].map(([, imported = '']) => imported)];
    }),
  );
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const client = fileURLToPath(new URL('../build/client', import.meta.url));
  const measured = measureBuild(client);
  console.log(table(measured));
  const over = measured.filter(({ isOver }) => isOver);
  if (over.length > 0) {
    console.error(
      `${over.map(({ url }) => url).join(', ')}: more JavaScript on the first visit than the budget allows. ` +
        'Import what is not needed at once when it is needed.',
    );
    process.exitCode = 1;
  }
  const fonts = preloadedFonts(client);
  console.log(`Fonts of the first load: ${fonts.toFixed(1)} of ${FONTS} KB`);
  if (fonts === 0 || fonts > FONTS) {
    console.error(
      'The root must preload the fonts for Western languages, and no others: see app/styles/fonts.css.',
    );
    process.exitCode = 1;
  }
  const cycle = cycleOf(importsOf(client));
  if (cycle.length > 0) {
    console.error(
      `${cycle.join(' imports ')} imports ${cycle[0]}: a cycle. The rules for chunks in vite.config.ts must prevent that.`,
    );
    process.exitCode = 1;
  }
  const server = fileURLToPath(new URL('../build/server/assets', import.meta.url));
  const wide = readdirSync(server).filter(
    (name) => name.endsWith('.js') && /[^\0-\x7f]/.test(readFileSync(join(server, name), 'utf8')),
  );
  if (wide.length > 0) {
    console.error(
      `${wide.join(', ')}: the server's files must be in ASCII, or they take twice the memory.`,
    );
    process.exitCode = 1;
  }
}
