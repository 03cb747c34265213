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
    // Compressed once, at the build, as small as possible: a first visit loads about fifty files at once.
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
          // Puts what every page loads into two files; by default each set of pages would get its own.
          output: {
            manualChunks: {
              react: ['react', 'react-dom', '@remix-run/react'],
              root: ['app/root.tsx'],
            },
          },
        },
  },
  // Without the entries, a cold cache finds React late and optimizes it twice, and the first page breaks.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/features/**/*.tsx'],
  },
}));
