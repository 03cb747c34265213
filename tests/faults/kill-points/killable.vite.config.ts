import { readdirSync, readFileSync } from 'node:fs';

import { defineConfig, type Plugin } from 'vite';

import remixConfig from '../../../remix.config.js';
import { appConfig } from '../../../vite.config.ts';

// The server with the kill points of app/lib/kill-points.server.ts, for tests/faults. Browsers get the production build's
// files.

Object.assign(remixConfig, { buildDirectory: '.cache/killable-build' });

const ASSETS = 'build/client/assets';

/** Gives the server the manifest of the production build's browser files, because there are no others. */
const productionManifest: Plugin = {
  name: 'production-manifest',
  enforce: 'pre',
  resolveId: (id) => (id === 'virtual:remix/server-manifest' ? ASSETS : undefined),
  load(id) {
    if (id !== ASSETS) return undefined;
    const file = readdirSync(ASSETS).find((name) => /^manifest-[^.]+\.js$/.test(name)) ?? '';
    const script = readFileSync(`${ASSETS}/${file}`, 'utf8');
    return `const window = {}; ${script}\nexport default window.__remixManifest;`;
  },
};

export default defineConfig(() => {
  const config = appConfig(true);
  return { ...config, plugins: [productionManifest, ...(config.plugins ?? [])], esbuild: {} };
});
