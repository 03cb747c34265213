import { defineConfig } from 'vite';

import remixConfig from '../../../remix.config.js';
import { appConfig } from '../../../vite.config.ts';

// The build with the kill points of app/lib/kill-points.server.ts; only tests/faults runs it.

Object.assign(remixConfig, { buildDirectory: '.cache/killable-build' });

export default defineConfig(({ isSsrBuild }) => ({
  ...appConfig(isSsrBuild, { isShipped: false }),
  esbuild: {},
}));
