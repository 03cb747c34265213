import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import remixConfig from './remix.config.js';

function hasSideEffects(id: string): boolean {
  return !id.includes('/app/features/');
}

/** What nearly every signed-in page shows: as one file they are a third of what they are as a file each. */
const COMMON_ICONS =
  /lucide-react\/dist\/esm\/icons\/(?:arrow-left|arrow-up|check|chevron-left|chevron-right|copy|ellipsis|folder|message-circle|palette|paperclip|pen-line|plus|search|sliders-horizontal)\./;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // Whole, its thousand icons would cost the server 40 MB and a tenth of a second.
  ssr: { noExternal: ['lucide-react'] },
  // Workers load what they need when they need it.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    // A page that takes one form from a feature's door must not load the others that come through it.
    rollupOptions: isSsrBuild
      ? {}
      : {
          treeshake: { moduleSideEffects: hasSideEffects },
          output: {
            manualChunks: (id) => (COMMON_ICONS.test(id) ? 'icons' : undefined),
            // Without the machinery that they are made with, and React.
            onlyExplicitManualChunks: true,
          },
        },
  },
  // Without the entries a cold cache finds React late, optimises it twice, and the first page dies of two Reacts.
  optimizeDeps: {
    entries: [
      'app/entry.client.tsx',
      'app/root.tsx',
      'app/routes/**/*.tsx',
      'app/features/**/*.tsx',
    ],
  },
}));
