import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import remixConfig from '../../remix.config.js';

// The samples, in the app's own root and styles: static pages that tests/e2e opens.

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
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('../../app', import.meta.url)),
      mermaid: fileURLToPath(new URL('no-diagrams.ts', import.meta.url)),
    },
  },
  worker: { format: 'es' },
});
