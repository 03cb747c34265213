import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rollup } from 'vite';
import { compression } from 'vite-plugin-compression2';

import remixConfig from './remix.config.js';

/** React, with helpers of the bundler's own that every page needs as well. */
const REACT =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/[a-z-]+|turbo-stream)\/|commonjsHelpers|preload-helper/;
/** Every page's frame. */
const PAGE = /\/app\/(?:root|entry\.client|ui\/(?:(?:page|feedback|forms)\/)?[^/]+)\.tsx?$/;
/** What pages of the app use to hear of changes and to follow an answer. */
const LIVE = /\/app\/engine\/(?:events|generation)\/|\/node_modules\/uuid\//;
const SHARED = /\/app\/(?:ui|lib|http)\//;
/** Modules with so many importers are needed by nearly every page. */
const WIDELY_USED = 6;

/**
 * The chunk of a module that many pages load. By default the bundler gives each set of pages its own chunks, and the first
 * page would load twice as many files.
 */
const chunkOf: Rollup.GetManualChunk = (module, { getModuleInfo }) => {
  if (REACT.test(module)) return 'react';
  if (PAGE.test(module)) return 'page';
  const importers = getModuleInfo(module)?.importers.length ?? 0;
  return LIVE.test(module) || (SHARED.test(module) && importers >= WIDELY_USED)
    ? 'common'
    : undefined;
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    // Compressed once, at the build, as small as possible: a first visit loads about forty files at once.
    isSsrBuild
      ? []
      : compression({
          include: /\.(?:js|mjs|css|svg|json|wasm|map)$/,
          threshold: 512,
          algorithms: ['gzip', 'brotliCompress'],
        }),
  ],
  // Removes the kill points of tests (decision 0041).
  esbuild: { dropLabels: ['KILLABLE'] },
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // Loaded whole, its thousand icons would cost the server 40 MB and a tenth of a second.
  ssr: { noExternal: ['lucide-react'] },
  // Workers use dynamic imports.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    rollupOptions: isSsrBuild
      ? {}
      : {
          // A page that imports one form from a feature's door must not load the door's others.
          treeshake: { moduleSideEffects: false },
          output: {
            manualChunks: chunkOf,
            onlyExplicitManualChunks: true,
            experimentalMinChunkSize: 700,
          },
        },
  },
  // Without the entries, a cold cache finds React late and optimizes it twice, and the first page breaks.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/features/**/*.tsx'],
  },
}));
