import { defineConfig, mergeConfig } from 'vite';

import remixConfig from '../../../remix.config.js';
import base, { WITHOUT_KILL_POINTS } from '../../../vite.config.ts';

// The build that dies at the points of app/lib/kill-points.server.ts; no one but tests/faults runs it.

Object.assign(remixConfig, { buildDirectory: '.cache/killable-build' });

export default defineConfig((env) => {
  const { plugins = [], ...rest } = base(env);
  return mergeConfig(rest, {
    plugins: plugins.filter((plugin) => plugin !== WITHOUT_KILL_POINTS),
    define: { __KILL_POINTS__: 'true' },
  });
});
