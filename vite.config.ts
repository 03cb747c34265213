import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import remixConfig from './remix.config.js';

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  build: { target: 'es2022', sourcemap: false },
  // Without the entries a cold cache finds React late, optimises it twice, and the first page dies of two Reacts.
  optimizeDeps: {
    entries: [
      'app/entry.client.tsx',
      'app/root.tsx',
      'app/routes/**/*.tsx',
      'app/features/**/*.tsx',
    ],
  },
});
