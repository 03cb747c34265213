import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import remixConfig from '../../remix.config.js';

// Samples of the components, in the app's own root and styles: one page without a server, which tests/e2e shows.

export default defineConfig({
  base: '/samples/',
  publicDir: false,
  plugins: [
    tailwindcss(),
    remix({
      ...remixConfig,
      appDirectory: 'tests/samples',
      buildDirectory: '.cache/samples',
      ssr: false,
    }),
  ],
  resolve: { alias: { '~': fileURLToPath(new URL('../../app', import.meta.url)) } },
  worker: { format: 'es' },
});
