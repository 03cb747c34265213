import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

import remixConfig from './remix.config.js';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    // Once, at the build, as small as can be: a first visit asks for some fifty files at once.
    isSsrBuild
      ? []
      : compression({
          include: /\.(?:js|mjs|css|svg|json|wasm|map)$/,
          threshold: 512,
          algorithms: ['gzip', 'brotliCompress'],
        }),
  ],
  // Where a test can kill a process (docs/decisions/0041).
  esbuild: { dropLabels: ['KILLABLE'] },
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // Whole, its thousand icons would cost the server 40 MB and a tenth of a second.
  ssr: { noExternal: ['lucide-react'] },
  // Workers load what they need when they need it.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    rollupOptions: isSsrBuild
      ? {}
      : {
          // A page that takes one form from a feature's door must not load the others that come through it.
          treeshake: { moduleSideEffects: false },
          // What every page loads, in two files; by itself the bundler gives each set of pages a file of its own.
          output: {
            manualChunks: {
              react: ['react', 'react-dom', '@remix-run/react'],
              root: ['app/root.tsx'],
            },
          },
        },
  },
  // Without the entries a cold cache finds React late, optimises it twice, and the first page dies of two Reacts.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/features/**/*.tsx'],
  },
}));
