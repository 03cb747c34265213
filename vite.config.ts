import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import type { RouteConfigEntry } from '@remix-run/route-config';
import tailwindcss from '@tailwindcss/vite';
import { minify } from 'terser';
import {
  type Alias,
  defineConfig,
  type Plugin,
  type Rollup,
  transformWithEsbuild,
  type UserConfig,
} from 'vite';
import { compression } from 'vite-plugin-compression2';

import routes from './app/routes.ts';
import remixConfig from './remix.config.js';
import { noticesText, readNotices } from './scripts/notices.mjs';

/** React and Remix, and the bundler's own helpers. */
const FRAMEWORK = /\/node_modules\/(?:react|react-dom|@remix-run\/react)\/|vite\/preload-helper/;
/** Where every page begins. */
const FRAME = /\/app\/(?:root|entry\.client)\.tsx/;
/** Every icon: what imports this says nothing about one of them. */
const ICONS = /\/lucide-react\.m?js$/;
/** The doors of features and of the engine, which re-export. */
const DOOR = /\/app\/.*\/index\.ts$/;

/** Prisma's WebAssembly, in a string. */
const QUERY_COMPILER = '@prisma/client/runtime/query_compiler_bg.postgresql.wasm-base64.mjs';

const app = fileURLToPath(new URL('./app', import.meta.url));

/** Modules that stand in for those of packages on the server, to save memory: 10 MB and 2 MB in each process. */
const STAND_INS: Alias[] = [
  { find: QUERY_COMPILER, replacement: `${app}/lib/db/query-compiler.server.ts` },
  { find: /^react-dom$/, replacement: `${app}/http/react-dom.server.ts` },
];

/**
 * Returns the route modules that each page loads, outermost first.
 * @param above the layouts around these routes
 */
function pagesOf(routes: RouteConfigEntry[], above: string[] = []): string[][] {
  return routes.flatMap(({ file, children }) => {
    const modules = [...above, `${app}/${file}`];
    return children ? pagesOf(children, modules) : [modules];
  });
}

const PAGES = pagesOf(routes).filter((modules) => modules.at(-1)?.endsWith('.tsx'));
const PAGES_OF_THE_APP = PAGES.filter((modules) => modules.length > 1);
const OTHER_PAGES = PAGES.filter((modules) => modules.length === 1);

/**
 * Returns the modules that import a module, directly or by one of its names through a door.
 * @param getModuleInfo the bundler's
 */
function importersOf(id: string, getModuleInfo: Rollup.GetModuleInfo): string[] {
  const { importers = [], exports } = getModuleInfo(id) ?? {};
  return importers.flatMap((importer) => {
    if (ICONS.test(importer)) return [];
    if (!DOOR.test(importer)) return [importer];
    const name = new RegExp(`\\b(?:${exports?.join('|')})\\b`);
    const throughDoor = getModuleInfo(importer)?.importers ?? [];
    return throughDoor.filter((module) => name.test(getModuleInfo(module)?.code ?? ''));
  });
}

/**
 * Puts what every page loads into two chunks, and what every page of the app loads into two more, one of them with what
 * other pages load as well. By default each set of pages would get its own, and a first visit would load twice as many files.
 * A module comes with everything it imports unless an earlier chunk has that, so the chunks don't import each other in a cycle.
 */
const chunkOf: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  const needing = new Set([id]);
  for (const module of needing) {
    for (const importer of importersOf(module, getModuleInfo)) needing.add(importer);
  }
  const all = [...needing];
  if (all.some((module) => FRAMEWORK.test(module))) return 'framework';
  if (all.some((module) => FRAME.test(module))) return 'frame';
  const isLoadedBy = (modules: string[]) => modules.some((module) => needing.has(module));
  if (!PAGES_OF_THE_APP.every(isLoadedBy)) return undefined;
  const others = OTHER_PAGES.filter(isLoadedBy).length;
  if (others === 0) return 'app';
  return others > 1 ? 'common' : undefined;
};

/** The directory of a module's package, as in package-lock.json. */
const PACKAGE = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/;

/** Adds the licenses of packages to the client's files: a list for /licenses, and their texts. */
function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_, bundle) {
      const root = fileURLToPath(new URL('.', import.meta.url));
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      );
      const bundled = modules.map((id) => PACKAGE.exec(id)?.[0] ?? '');
      const notices = readNotices(root, new Set(bundled));
      const list = notices.map(({ name, version, license }) => ({ name, version, license }));
      const files = { 'licenses.json': JSON.stringify(list), 'licenses.txt': noticesText(notices) };
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/**
 * Minifies the chunks of first loads with Terser, which makes a first load 5 KB smaller than esbuild does. For the others, such
 * as the library of diagrams, that would take more than a minute.
 */
function smallestFirstLoads(): Plugin {
  return {
    name: 'smallest-first-loads',
    renderChunk: {
      order: 'post',
      async handler(code, { fileName }, _options, { chunks }) {
        const entries = Object.values(chunks).filter(({ isEntry }) => isEntry);
        const loaded = new Set(entries.map((entry) => entry.fileName));
        for (const name of loaded) {
          for (const imported of chunks[name]?.imports ?? []) loaded.add(imported);
        }
        if (!loaded.has(fileName)) return null;
        return (await minify(code, { module: true })) as { code: string };
      },
    },
  };
}

/**
 * Writes the server's code in ASCII and without unneeded whitespace, because Node keeps the source of every module. That is 5 MB
 * less in each process: with any other character, a file takes two bytes per character. Short lines keep stack traces useful.
 */
function compactServer(): Plugin {
  return {
    name: 'compact-server',
    renderChunk: {
      order: 'post',
      async handler(code, { fileName }) {
        const behind = /\\[^\0-\x7f]/.exec(code);
        if (behind) this.error(`write ${behind[0]} without a backslash, or as an escape`);
        const compact = await transformWithEsbuild(code, fileName, {
          ...{ minifyWhitespace: true, lineLimit: 160, legalComments: 'eof' },
          ...{ target: 'esnext', sourcemap: false, charset: 'utf8' },
        });
        // Esbuild would leave regular expressions as they are.
        return compact.code.replace(/[^\0-\x7f]/g, (unit) => {
          return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
        });
      },
    },
  };
}

/** The configuration of the app. */
export const appConfig = (isSsrBuild = false): UserConfig => ({
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    isSsrBuild && compactServer(),
    // Compressed once, at the build, as small as possible: a first visit loads about thirty files at once.
    !isSsrBuild && [
      smallestFirstLoads(),
      thirdPartyNotices(),
      compression({
        include: /\.(?:js|mjs|css|svg|json|wasm|map|txt)$/,
        threshold: 512,
        algorithms: ['gzip', 'brotliCompress'],
      }),
    ],
  ],
  // Removes the kill points of tests (decision 0041).
  // Each icon repeats its license: at the end of a file it is there once.
  esbuild: { dropLabels: ['KILLABLE'], legalComments: 'eof' },
  resolve: {
    alias: [{ find: '~', replacement: app }, ...(isSsrBuild ? STAND_INS : [])],
  },
  // Loaded whole, its thousand icons would cost the server 40 MB and a tenth of a second.
  ssr: { noExternal: ['lucide-react'] },
  // Workers use dynamic imports.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    minify: !isSsrBuild,
    sourcemap: false,
    // A page has these files when it imports code on use, so no such import has to list them.
    modulePreload: {
      resolveDependencies: (_, dependencies) =>
        dependencies.filter((file) => !/\/(?:framework|entry\.client|common|app)-/.test(file)),
    },
    rollupOptions: isSsrBuild
      ? {}
      : {
          // A page that imports one form from a feature's door must not load the door's others.
          treeshake: { moduleSideEffects: false },
          output: { manualChunks: chunkOf, onlyExplicitManualChunks: true },
        },
  },
  // Without the entries, a cold cache finds React late and optimizes it twice, and the first page breaks.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/features/**/*.tsx'],
  },
});

export default defineConfig(({ isSsrBuild }) => appConfig(isSsrBuild));
