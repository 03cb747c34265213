import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rollup } from 'vite';
import { compression } from 'vite-plugin-compression2';

import remixConfig from './remix.config.js';

/** React and Remix, and the bundler's own helpers. */
const FRAMEWORK = /\/node_modules\/(?:react|react-dom|@remix-run\/react)\/|vite\/preload-helper/;
/** Where every page begins. */
const FRAME = /\/app\/(?:root|entry\.client)\.tsx/;
const LIBRARY = /\/app\/lib\//;
/** The layers below the features, as far as most pages need them. */
const FOUNDATION = /\/app\/(?:ui|lib|http|engine)\//;
/** What pages with numbers, dates, and lists need. Pages before the sign-in have none. */
const FORMATS =
  /\/app\/(?:lib\/(?:format\/(?:numbers|dates)|local-days|time|text\/by-name)|features\/billing\/usage\/tokens)\.ts/;
/** What a few pages need, however many modules import it. */
const RARE =
  /\/app\/(?:lib\/format\/(?:day-|durations|money|play-|zoned-)|ui\/(?:forms\/(?:radio-card|form-buttons)|page\/back-link))/;
/** Loaded on use, with all that it alone needs: what it imports isn't needed by more pages for that. */
const ON_USE = /\/app\/(?:ui\/editor|features\/chat\/documents)\//;
/** Every icon, and the doors of features and of the engine: what imports these says nothing about one of the modules in them. */
const REEXPORTS = /\/lucide-react\.m?js$|\/index\.ts$/;

/** Prisma's WebAssembly, in a string. */
const QUERY_COMPILER = '@prisma/client/runtime/query_compiler_bg.postgresql.wasm-base64.mjs';

/** A module of the foundation with this many importers counts as needed by every page. */
const EVERYWHERE = 36;
/** With this many, by most pages of the app. */
const COMMON = 4;

/**
 * Puts what most pages load into three chunks. By default each set of pages would get its own, and a first visit would load
 * twice as many files. A module comes with everything it imports unless an earlier chunk has that, so the chunks don't import
 * each other in a cycle.
 */
const chunkOf: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  const importersOf = (module: string) =>
    (getModuleInfo(module)?.importers ?? []).filter((importer) => !ON_USE.test(importer));
  const isNeededBy = (is: (module: string) => boolean) => {
    const modules = new Set([id]);
    for (const module of modules) {
      if (is(module)) return true;
      for (const importer of importersOf(module)) {
        if (!REEXPORTS.test(importer)) modules.add(importer);
      }
    }
    return false;
  };
  const isUsed = (module: string, layer: RegExp, least: number) =>
    layer.test(module) && importersOf(module).length >= least;
  if (FORMATS.test(id)) return 'common';
  if (RARE.test(id)) return undefined;
  if (isNeededBy((module) => FRAMEWORK.test(module))) return 'framework';
  if (
    isNeededBy(
      (module) =>
        FRAME.test(module) ||
        isUsed(module, LIBRARY, 2 * COMMON) ||
        isUsed(module, FOUNDATION, EVERYWHERE),
    )
  )
    return 'frame';
  return isNeededBy((module) => isUsed(module, FOUNDATION, COMMON)) ? 'common' : undefined;
};

const app = fileURLToPath(new URL('./app', import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    // Compressed once, at the build, as small as possible: a first visit loads about thirty files at once.
    isSsrBuild
      ? []
      : compression({
          include: /\.(?:js|mjs|css|svg|json|wasm|map)$/,
          threshold: 512,
          algorithms: ['gzip', 'brotliCompress'],
        }),
  ],
  // Removes the kill points of tests (decision 0041).
  // Each icon repeats its license: at the end of a file it is there once.
  esbuild: { dropLabels: ['KILLABLE'], legalComments: 'eof' },
  resolve: {
    alias: {
      '~': app,
      // Saves 10 MB in each process.
      ...(isSsrBuild && { [QUERY_COMPILER]: `${app}/lib/db/query-compiler.server.ts` }),
    },
  },
  // Loaded whole, its thousand icons would cost the server 40 MB and a tenth of a second.
  ssr: { noExternal: ['lucide-react'] },
  // Workers use dynamic imports.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Every page has these three files when it imports code on use, so no such import has to list them.
    modulePreload: {
      resolveDependencies: (_, dependencies) =>
        dependencies.filter((file) => !/\/(?:framework|entry\.client|common)-/.test(file)),
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
}));
